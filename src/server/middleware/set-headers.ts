import type { Step } from '../context/state.js';
import { hasTokenInAddress } from '../request/bearer-token.js';
import { SECURITY_HEADERS } from '../response/common-fields.js';

/** Sets the fields of every answer that govern its use and caching. */
export const setHeaders: Step = (ctx, next) => {
  Object.assign(ctx.state.fields, SECURITY_HEADERS);
  ctx.state.isPrivate = ctx.req.headers.authorization !== undefined || hasTokenInAddress(ctx);
  return next();
};

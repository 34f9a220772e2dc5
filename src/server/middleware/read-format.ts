import type { Step } from '../context.js';
import type { FormatName } from '../response/write-envelope.js';

const SUFFIX = /\.(json|xml)(\/?)$/i;

/** A parameter of a media range, except for `q`. Its value can be a quoted string. */
const PARAMETER = /;(?!\s*q\s*=)[^;,"]*(?:"(?:[^"\\]|\\.)*"[^;,"]*)*/gi;

/**
 * Reads the format that a request asks for: the suffix of its path (`/api/time.xml` is `/api/time` in XML), and its Accept
 * field. Of the parameters of a media range only `q` matters, so that `application/json; charset=utf-8` is JSON.
 */
export const readFormat: Step = (ctx, next) => {
  const { headers } = ctx.req;
  if (headers.accept?.includes(';')) headers.accept = headers.accept.replace(PARAMETER, '');
  const [suffix, name, slash] = SUFFIX.exec(ctx.path) ?? [];
  ctx.state.resourcePath = suffix === undefined ? ctx.path : ctx.path.slice(0, -suffix.length) + slash;
  if (name !== undefined) ctx.state.suffix = name.toLowerCase() as FormatName;
  return next();
};

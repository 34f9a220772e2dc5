import { parse } from 'node:querystring';
import { OAUTH } from '../../routes/path.js';
import type { StepContext } from '../state.js';
import { type OpenProvider, quietly } from './provider.js';

/** True after the first form, about which the library prints a warning: it did not read it itself. */
let hasReadForm = false;

/**
 * Lets the library answer a request as koa-mount does, with its path below that of OAuth and the parameters that were let
 * through. The library builds addresses from that of the request: it sees the issuer, and not the Host field.
 */
export async function runLibrary(
  ctx: StepContext,
  { issuer, run, sessionCookie }: OpenProvider,
  path: string,
  parameters: URLSearchParams,
): Promise<void> {
  const { url, request } = ctx;
  const { originalUrl } = request;
  ctx.cookies.secure = issuer.origin.startsWith('https:');
  const isForm = ctx.method === 'POST';
  ctx.url = isForm ? path : `${path}?${parameters}`;
  request.originalUrl = issuer.origin + ctx.url;
  Object.assign(ctx, { mountPath: issuer.prefix + OAUTH });
  if (isForm) {
    // The library knows no other kind of form.
    ctx.req.headers['content-type'] = 'application/x-www-form-urlencoded';
    Object.assign(request, { body: parse(parameters.toString()) });
  }
  const answer = () => run(ctx, async () => {});
  const isFirstForm = isForm && !hasReadForm;
  hasReadForm ||= isFirstForm;
  try {
    await (isFirstForm ? quietly(answer) : answer());
  } finally {
    ctx.url = url;
    request.originalUrl = originalUrl;
    keepSessionCookie(ctx, sessionCookie);
  }
}

/** Removes the session cookie from an answer: the library renews it, but session-adapter.ts keeps the session as it is. */
function keepSessionCookie({ response }: StepContext, name: string): void {
  const cookies = [response.get('Set-Cookie') ?? []].flat();
  const others = cookies.filter((cookie) => !cookie.startsWith(`${name}=`));
  if (others.length === 0) response.remove('Set-Cookie');
  else response.set('Set-Cookie', others);
}

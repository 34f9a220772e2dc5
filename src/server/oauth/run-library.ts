import { parse } from 'node:querystring';
import { OAUTH } from '../../routes/path.js';
import type { StepContext } from '../context/state.js';
import { type OpenProvider, quietly } from './provider.js';

/** A request as the library sees it: its path below that of OAuth, and the parameters that were let through. */
export interface LibraryRequest {
  path: string;
  query?: URLSearchParams;
  form?: URLSearchParams;
}

let hasReadForm = false;

/**
 * Lets the library answer a request below its path, as koa-mount does. What it builds from the address of the request follows the
 * issuer, which the host of the service has set, and not the Host field.
 */
export async function runLibrary(
  ctx: StepContext,
  { issuer, run, sessionCookie }: OpenProvider,
  { path, query, form }: LibraryRequest,
): Promise<void> {
  const { url, request } = ctx;
  const { originalUrl } = request;
  ctx.cookies.secure = issuer.origin.startsWith('https:');
  ctx.url = query && query.size > 0 ? `${path}?${query}` : path;
  request.originalUrl = issuer.origin + ctx.url;
  Object.assign(ctx, { mountPath: issuer.prefix + OAUTH });
  if (form) {
    // The library knows no other kind of form.
    ctx.req.headers['content-type'] = 'application/x-www-form-urlencoded';
    Object.assign(request, { body: parse(form.toString()) });
  }
  const answer = () => run(ctx, async () => {});
  // The library warns once that it did not read a form itself.
  const isFirstForm = form !== undefined && !hasReadForm;
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

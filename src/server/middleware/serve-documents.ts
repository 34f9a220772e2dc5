import { Failure } from '../../domain/failure.js';
import { isLoopback } from '../../domain/url.js';
import { PREFIX } from '../../routes/path.js';
import { CLIENT, type Documents, PAGE, type PageOptions, type Representation } from '../documents/documents.js';
import { redirect } from '../documents/send-page.js';
import { hasAlready } from '../response/envelope.js';
import type { Resource, StepContext } from '../state.js';
import { checkMethod, type ResourceEntry } from './find-route.js';

const READING = ['GET', 'HEAD'];

export function documentResources(
  documents: Documents,
  { demoToken }: Pick<PageOptions, 'demoToken'>,
): ResourceEntry[] {
  const reading = (serve: (ctx: StepContext) => void | Promise<void>): Resource => ({
    name: 'other',
    serve: (ctx) => (checkMethod(ctx, READING) ? serve(ctx) : undefined),
  });
  const entries: ResourceEntry[] = [
    ...[...documents].map(([path, represent]): ResourceEntry => [path, reading((ctx) => answer(ctx, represent))]),
    // Browsers go to the page, and programs to the index.
    ['/', reading((ctx) => redirect(ctx, prefersPage(ctx) ? PAGE.slice(1) : `${PREFIX.slice(1)}/`))],
    // A trailing slash would change the relative URLs of the page.
    [`${PAGE}/`, reading((ctx) => redirect(ctx, `..${PAGE.slice(PREFIX.length)}`))],
  ];
  if (documents.has(`${PREFIX}/${CLIENT}`))
    entries.push([`${PREFIX}/svcapi-client.tgz`, reading((ctx) => redirect(ctx, CLIENT))]);
  if (demoToken !== undefined) {
    const demo = reading((ctx) => sendDemoToken(ctx, demoToken));
    entries.push([`${PAGE}/demo-token`, { ...demo, isOwnOrigin: true }]);
  }
  return entries;
}

/** Checks the host, so that no name which an attacker points to this machine can read the token. */
function sendDemoToken(ctx: StepContext, token: string): void {
  if (!isLoopback(ctx.hostname)) throw new Failure('route_not_found');
  Object.assign(ctx.state.fields, { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
  ctx.status = 200;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = token;
}

function prefersPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'application/xml', 'text/xml', 'text/html') === 'text/html';
}

async function answer(ctx: StepContext, represent: (isZipped: boolean) => Promise<Representation>): Promise<void> {
  const isZipped = ctx.acceptsEncodings('gzip') === 'gzip';
  const { type, body, etag, headers, encoding } = await represent(isZipped);
  Object.assign(ctx.state.fields, headers);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.etag = etag;
  if (hasAlready(ctx.req.headers, `"${etag}"`)) {
    ctx.status = 304;
    return;
  }
  if (encoding) ctx.state.fields['Content-Encoding'] = encoding;
  ctx.type = type;
  ctx.body = body;
}

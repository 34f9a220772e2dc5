import { Failure } from '../../domain/failure.js';
import { isLoopback } from '../../domain/url.js';
import { PREFIX } from '../../routes/path.js';
import type { Documents } from '../documents/documents.js';
import { PAGE, type PageOptions } from '../documents/page-documents.js';
import { codings, type Document, represent } from '../documents/representation.js';
import { redirect } from '../documents/send-page.js';
import { hasAlready } from '../response/envelope.js';
import type { Resource, Step, StepContext } from '../state.js';
import type { ResourceEntry } from './find-route.js';
import { checkMethod } from './find-route.js';

/** The methods of a document. */
const READING = ['GET', 'HEAD'];

/** Returns the documents, the redirects to them, and the token of a demo galaxy for the page. */
export function documentResources(
  documents: Documents,
  { demoToken }: Pick<PageOptions, 'demoToken'>,
): ResourceEntry[] {
  const reading = (serve: (ctx: StepContext) => void | Promise<void>): Resource => ({
    name: 'other',
    serve: (ctx) => (checkMethod(ctx, READING) ? serve(ctx) : undefined),
  });
  return [
    ...[...documents].map(([path, build]): ResourceEntry => [path, reading((ctx) => answer(ctx, build()))]),
    // Browsers go to the page, and programs to the index.
    ['/', reading((ctx) => redirect(ctx, prefersPage(ctx) ? PAGE.slice(1) : `${PREFIX.slice(1)}/`))],
    // A trailing slash would change the relative addresses of the page.
    [`${PAGE}/`, reading((ctx) => redirect(ctx, `..${PAGE.slice(PREFIX.length)}`))],
    ...(demoToken === undefined ? [] : [[`${PAGE}/demo-token`, demoTokenFor(demoToken, reading)] as const]),
  ];
}

/**
 * Returns the token of a demo galaxy, for its page. No page of another origin can read it, and the host is checked, so that no name which
 * an attacker points to this machine can, either.
 */
function demoTokenFor(token: string, reading: (serve: (ctx: StepContext) => void) => Resource): Resource {
  const { name, serve } = reading((ctx) => {
    Object.assign(ctx.state.fields, { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
    ctx.status = 200;
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = token;
  });
  const serveHere: Step = (ctx, next) => {
    if (!isLoopback(ctx.hostname)) throw new Failure('route_not_found');
    return serve(ctx, next);
  };
  return { name, isOwnOrigin: true, serve: serveHere };
}

function prefersPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'application/xml', 'text/xml', 'text/html') === 'text/html';
}

function answer(ctx: StepContext, document: Document): void | Promise<void> {
  return document.location === undefined ? show(ctx, document) : redirect(ctx, document.location);
}

/** Sends a document in the smallest coding that the client accepts, or a 304 if it has it. RFC 9110, section 13. */
async function show(ctx: StepContext, document: Document): Promise<void> {
  const coding = codings.find((each) => ctx.acceptsEncodings(each) === each);
  const { body, etag } = await represent(document, coding);
  Object.assign(ctx.state.fields, document.headers);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.etag = etag;
  if (hasAlready(ctx.req.headers, `"${etag}"`)) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.state.fields['Content-Encoding'] = coding;
  ctx.type = document.type;
  ctx.body = body;
}

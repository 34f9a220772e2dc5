import { Failure } from '../../domain/failure.js';
import type { Step, StepContext } from '../context.js';
import type { Documents } from '../documents/documents.js';
import { codings, type Document, represent } from '../documents/representation.js';
import { baseUrl } from '../request/base-url.js';
import { hasAlready } from '../response/etag.js';

/** Serves the documents at their paths. */
export function serveDocuments(documents: Documents, publicUrl: string | undefined): Step {
  return (ctx, next) => {
    const build = documents.get(ctx.path);
    if (!build) return next();
    return isForReading(ctx) ? show(ctx, build(baseUrl(ctx, publicUrl))) : undefined;
  };
}

/** The methods of a document. */
const ALLOW = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns true for GET and HEAD, and answers OPTIONS.
 *
 * @throws {Failure} `method_not_allowed` for any other method
 */
export function isForReading(ctx: StepContext): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return true;
  if (ctx.method !== 'OPTIONS') throw new Failure('method_not_allowed', undefined, { allow: ALLOW });
  ctx.set('Allow', ALLOW.join(', '));
  ctx.status = 204;
  return false;
}

/** Sends a document in the smallest coding that the client accepts, or a 304 if it has it. RFC 9110, section 13. */
async function show(ctx: StepContext, document: Document): Promise<void> {
  const coding = codings.find((each) => ctx.acceptsEncodings(each) === each);
  const { body, etag } = await represent(document, coding);
  ctx.set(document.headers ?? {});
  // `sendAnswer` sets another Cache-Control on an answer to a request with a token.
  if (ctx.state.isPrivate) ctx.remove('Cache-Control');
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.etag = etag;
  if (hasAlready(ctx.req.headers, `"${etag}"`)) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.type = document.type;
  ctx.body = body;
}

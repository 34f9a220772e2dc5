import type { Step, StepContext } from '../context/state.js';
import type { Documents } from '../documents/documents.js';
import { codings, type Document, represent } from '../documents/representation.js';
import { checkMethod, redirect } from '../response/check-method.js';
import { hasAlready } from '../response/etag.js';

/** The methods of a document. */
export const READING = ['GET', 'HEAD'];

/** Serves the documents at their paths. */
export function serveDocuments(documents: Documents): Step {
  return (ctx, next) => {
    const build = documents.get(ctx.path);
    if (!build) return next();
    if (!checkMethod(ctx, READING)) return undefined;
    const document = build();
    return document.location === undefined ? show(ctx, document) : redirect(ctx, document.location);
  };
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

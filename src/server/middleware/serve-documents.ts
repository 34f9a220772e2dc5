import { Failure } from '../../domain/failure.js';
import { baseUrl } from '../base-url.js';
import type { Step, StepContext } from '../context.js';
import type { Document, Documents } from '../documents.js';

/** Answers the paths of the documents; any other goes on. */
export function serveDocuments(documents: Documents, publicUrl: string | undefined): Step {
  return (ctx, next) => {
    const draw = documents.get(ctx.path);
    return draw ? show(ctx, draw(baseUrl(ctx, publicUrl))) : next();
  };
}

function show(ctx: StepContext, { type, body, headers = {} }: Document): void {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    throw new Failure('method_not_allowed', undefined, { allow: ['GET', 'HEAD'] });
  }
  ctx.set(headers);
  ctx.type = type;
  ctx.body = body;
}

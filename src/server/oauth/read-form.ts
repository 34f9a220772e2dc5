import { Failure, invalidParameter } from '../../domain/failure.js';
import { inviteBody, MAX_BODY, parseBody } from '../request/body.js';
import type { Body, StepContext } from '../state.js';

/**
 * Reads a form, also repeatedly, and as `multipart/form-data`, which one client library sends.
 *
 * @throws {Failure} `payload_too_large`, `unsupported_media_type`, or `invalid_parameter` for a malformed body
 */
export async function readForm(ctx: StepContext): Promise<Body> {
  return ctx.request.is('multipart/form-data') ? readMultipart(ctx) : parseBody(ctx);
}

async function readMultipart(ctx: StepContext): Promise<Body> {
  if (ctx.state.body) return ctx.state.body;
  if (ctx.get('Content-Encoding') !== '') throw new Failure('unsupported_media_type');
  inviteBody(ctx);
  // A slow body does not occupy a slot.
  ctx.state.place?.leave();
  const body = await readAll(ctx);
  ctx.state.place?.take();
  const form: Body = {};
  ctx.state.body = form;
  if (body.length === 0) return form;
  try {
    const response = new Response(body, { headers: { 'Content-Type': ctx.get('Content-Type') } });
    for (const [name, value] of await response.formData())
      if (typeof value === 'string') form[name] = name in form ? [form[name], value].flat() : value;
  } catch {
    ctx.state.closes = true;
    throw invalidParameter('body', 'The body is malformed: it cannot be parsed as its Content-Type says.');
  }
  return form;
}

async function readAll(ctx: StepContext): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Failure('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

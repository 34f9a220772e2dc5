import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { Failure, invalidParameter } from '../../domain/failure.js';
import { quote } from '../../domain/text.js';
import type { Body, StepContext } from '../state.js';

/** Bytes. */
export const MAX_BODY = 16 * 1024;

const MAX_DEPTH = 32;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const common = {
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.DELETE],
  text: false,
};

const readJson = koaBody({ ...common, urlencoded: false, jsonTypes: [JSON_TYPE], jsonLimit: MAX_BODY });

const readForm = koaBody({
  ...common,
  json: false,
  urlencodedTypes: [FORM_TYPE],
  formLimit: MAX_BODY,
  // Names are literal, without brackets and dots, and too many parameters are an error.
  queryString: { depth: 0, allowDots: false, parseArrays: false, parameterLimit: 100, throwOnLimitExceeded: true },
});

/** @throws {Failure} `payload_too_large`, `unsupported_media_type` or `invalid_parameter` */
export async function parseBody(ctx: StepContext): Promise<Body> {
  ctx.state.body ??= hasBody(ctx.req) ? await readBody(ctx) : {};
  if (ctx.state.body.access_token !== undefined) ctx.state.isPrivate = true;
  return ctx.state.body;
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' && method !== 'DELETE') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** Returns true for chunks without a byte, which some gateways make of every request without a body. */
async function isEmpty({ req, res, state }: StepContext): Promise<boolean> {
  if (req.headers['transfer-encoding'] === undefined || req.headers.expect !== undefined) return false;
  // A slow body takes no slot from other requests.
  state.place?.leave();
  const hasBytes = await new Promise<boolean>((resolve) => {
    req.once('readable', () => resolve(req.readableLength > 0)).once('end', () => resolve(false));
    res.once('close', () => resolve(true));
  });
  state.place?.take();
  return !hasBytes;
}

/** Answers Expect: 100-continue, which HTTP/1.0 does not have (RFC 9110, section 10.1.1). */
export function inviteBody({ req, res }: StepContext): void {
  if (req.headers.expect?.toLowerCase() === '100-continue' && req.httpVersion !== '1.0') res.writeContinue();
}

async function readBody(ctx: StepContext): Promise<Body> {
  const { 'content-length': length, 'content-encoding': encoding = '' } = ctx.req.headers;
  if (Number(length) > MAX_BODY) throw new Failure('payload_too_large');
  const isUtf8Text = ['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase());
  // Node uses the first of several fields, where a proxy may use another.
  const isOne = ctx.req.headersDistinct['content-type']?.length === 1;
  const type = isOne && isUtf8Text && ctx.request.is(JSON_TYPE, FORM_TYPE);
  // koa-body ignores bodies of unknown types, and never settles an aborted gzip upload.
  if (encoding !== '' || !type) {
    if (await isEmpty(ctx)) return {};
    throw new Failure('unsupported_media_type');
  }
  inviteBody(ctx);
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk);
  // The parser silently replaces invalid UTF-8 by U+FFFD.
  ctx.req.on('data', keep);
  // A slow body takes no slot from other requests.
  ctx.state.place?.leave();
  try {
    await (type === JSON_TYPE ? readJson : readForm)(ctx as never, async () => {});
  } catch (error) {
    throw bodyFailure(ctx, error);
  } finally {
    ctx.req.off('data', keep);
  }
  ctx.state.place?.take();
  const { body } = ctx.request as { body?: unknown };
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw malformed(ctx, 'it is not valid UTF-8');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed(ctx, 'it must be an object');
  if (type === FORM_TYPE) {
    // curl -d labels everything as a form.
    if (/^\s*[{["]/.test(Object.keys(body)[0] ?? ''))
      throw malformed(ctx, 'it looks like JSON: send it as application/json');
    return body as Body;
  }
  if (isDeeperThan(body, MAX_DEPTH)) throw malformed(ctx, `it is nested more than ${MAX_DEPTH} deep`);
  const repeated = repeatedKey(bytes.toString());
  if (repeated !== undefined) throw malformed(ctx, `it has ${quote(repeated)} twice`);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** The error of the parser carries the body; the failure must not. */
function bodyFailure(ctx: StepContext, error: unknown): Failure {
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413) return new Failure('payload_too_large');
  if (type === 'request.aborted') return new Failure('request_timeout', 'The request ended before its body did.');
  return malformed(ctx, 'it cannot be parsed as its Content-Type says');
}

/** The connection must close, since the next request could begin anywhere. */
function malformed(ctx: StepContext, problem: string): Failure {
  ctx.state.closes = true;
  return invalidParameter('body', `The body is malformed: ${problem}.`);
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((child) => isDeeperThan(child, depth - 1));
}

/** Matches texts, brackets of objects, and what is between them; a text with a colon after it is a key. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[^"{}]+|[{}]/gy;

/** Returns a duplicate key of an object in a valid JSON text: `JSON.parse` would keep its last value. */
export function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
  }
  return undefined;
}

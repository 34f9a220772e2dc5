import type { ErrorCode } from '../../domain/failure.js';
import type { StepContext } from '../../server/context/state.js';
import { MAX_BODY } from '../../server/request/body.js';

/** Unknown to every service, and in the form of a token. */
const UNKNOWN_TOKEN = `svcapi_${'0'.repeat(43)}`;

/**
 * Changes to a request after which the steps of the service refuse it by themselves. The failures that are not here come from
 * the parts of the service (`faulty-parts.ts`, `faulty-store.ts`).
 */
const alterations: Partial<Record<ErrorCode, (ctx: StepContext) => void>> = {
  invalid_parameter(ctx) {
    // A request that asks for XML in its address gets its error in XML.
    if (ctx.query.format === 'xml') ctx.req.headers.accept = 'application/xml';
    ctx.query = { ...ctx.query, format: 'neither' };
  },
  malformed_request(ctx) {
    ctx.req.rawHeaders = withoutField(ctx.req.rawHeaders, 'host');
  },
  token_missing(ctx) {
    withoutToken(ctx);
  },
  token_invalid(ctx) {
    withoutToken(ctx);
    ctx.req.headers.authorization = `Bearer ${UNKNOWN_TOKEN}`;
  },
  not_acceptable(ctx) {
    const { format: _, ...query } = ctx.query;
    ctx.query = query;
    delete ctx.state.suffix;
    ctx.req.headers.accept = 'image/png';
  },
  invalid_time(ctx) {
    ctx.state.body = { cgt: '' };
  },
  payload_too_large(ctx) {
    ctx.req.headers['content-length'] = String(MAX_BODY + 1);
  },
  unsupported_media_type(ctx) {
    ctx.req.headers['content-length'] ??= '1';
    ctx.req.headers['content-type'] = 'text/plain';
  },
  uri_too_long(ctx) {
    ctx.originalUrl = `${ctx.originalUrl}?${'x'.repeat(2048)}`;
  },
  header_fields_too_large(ctx) {
    ctx.req.rawHeaders = [...ctx.req.rawHeaders, ...Array.from({ length: 101 }, () => ['X-Field', '']).flat()];
  },
};

/** Returns true if a request can get an error code: some follow only from what the request itself has. */
export function canHave(ctx: StepContext, code: ErrorCode): boolean {
  if (code === 'too_many_streams') return ctx.get('Accept').includes('text/event-stream');
  return code !== 'idempotency_key_reused' || ctx.get('Idempotency-Key') !== '';
}

/** Changes a request so that the service refuses it with an error code. */
export function alterRequest(ctx: StepContext, code: ErrorCode): void {
  alterations[code]?.(ctx);
}

function withoutToken(ctx: StepContext): void {
  delete ctx.req.headers.authorization;
  if (ctx.search === '') return;
  const { access_token: _, ...query } = ctx.query;
  ctx.query = query;
}

function withoutField(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== name);
}

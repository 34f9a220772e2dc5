import type http from 'node:http';
import { maskTokens } from '../domain/mask-tokens.js';
import type { StepContext } from '../server/context/state.js';
import type { NamedRoute } from './route-names.js';
import type { RecordedRequest } from './shown.js';

/** The maximum number of requests that are kept; the oldest are dropped. */
const KEPT = 10_000;

/** The maximum size of a body that is kept, in bytes. */
const MAX_BODY = 64 * 1024;

const MASK = '***';

/** Header fields, parameters and fields of bodies that hold secrets. */
const SECRET =
  /^((proxy-)?authorization|cookie|access_token|refresh_token|token|code|code_verifier|device_code|user_code|client_secret|password|new_password|assertion)$/i;

interface Kept {
  request: Omit<RecordedRequest, 'body'>;
  type: string | undefined;
  chunks: Buffer[];
}

/** The requests that a sandbox has received. */
export class Recorder {
  #kept: Kept[] = [];

  /** Begins the record of a request, before any step changes it, and returns what fills in its outcome. */
  begin(ctx: StepContext, route: NamedRoute | undefined, now: number): () => void {
    const request: Kept['request'] = {
      method: ctx.method,
      path: maskTokens(ctx.path),
      route: route?.name,
      query: masked({ ...ctx.query }),
      headers: masked({ ...ctx.req.headers }),
      time: Math.floor(now / 1000),
      status: undefined,
      error: undefined,
      principal: undefined,
    };
    const kept = { request, type: ctx.req.headers['content-type'], chunks: keepBody(ctx.req) };
    this.#kept.push(kept);
    if (this.#kept.length > KEPT) this.#kept.shift();
    return () => {
      const { principal, failure } = ctx.state;
      request.status = ctx.respond === false && !ctx.res.headersSent ? undefined : ctx.res.statusCode;
      request.error = failure;
      request.principal = principal && {
        client: principal.client_id,
        character: principal.character_uid,
        permissions: principal.permissions,
      };
    };
  }

  /** Returns the requests, the oldest first: those of one route if it is given. */
  list(route?: string): RecordedRequest[] {
    return this.#kept
      .filter(({ request }) => route === undefined || request.route === route)
      .map(({ request, type, chunks }) => ({ ...request, body: readBody(chunks, type) }));
  }

  clear(): void {
    this.#kept = [];
  }
}

/** Keeps what the service reads of a body. A listener of its own would make the body flow before the service wants it. */
function keepBody(request: http.IncomingMessage): Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  const emit = request.emit.bind(request);
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values;
    if (event === 'data' && Buffer.isBuffer(chunk) && size + chunk.length <= MAX_BODY) {
      size += chunk.length;
      chunks.push(chunk);
    }
    return emit(event, ...values);
  };
  return chunks;
}

function readBody(chunks: readonly Buffer[], type: string | undefined): unknown {
  if (chunks.length === 0) return undefined;
  const text = Buffer.concat(chunks).toString('utf8');
  if (type?.includes('x-www-form-urlencoded')) return masked(Object.fromEntries(new URLSearchParams(text)));
  try {
    return masked(JSON.parse(text));
  } catch {
    return maskTokens(text).replace(/(access_token\W{1,5})[^\s&"]+/gi, `$1${MASK}`);
  }
}

/** Returns a copy of a value without secrets. */
function masked<T>(value: T): T {
  if (typeof value === 'string') return maskTokens(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(masked) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, SECRET.test(name) ? MASK : masked(each)]),
  ) as T;
}

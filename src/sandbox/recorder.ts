import type http from 'node:http';
import type { StepContext } from '../server/context/state.js';
import type { NamedRoute } from './route-names.js';
import { Secrets } from './secrets.js';
import type { RecordedRequest } from './shown.js';

/** The maximum number of requests that are kept; the oldest are dropped. */
const KEPT = 10_000;

/** The maximum size of a body that is kept, in bytes. */
const MAX_BODY = 64 * 1024;

interface Kept {
  /** As it came, with its secrets. */
  request: Omit<RecordedRequest, 'body'>;
  type: string | undefined;
  chunks: Buffer[];
}

/** The requests that a sandbox has received. */
export class Recorder {
  readonly #secrets = new Secrets();
  #kept: Kept[] = [];

  /** Masks a text that a test has chosen as a secret. */
  hide(secret: string): void {
    this.#secrets.choose(secret);
  }

  /** Begins the record of a request, before any step changes it, and returns what fills in its outcome. */
  begin(ctx: StepContext, route: NamedRoute | undefined, now: number): () => void {
    const request: Kept['request'] = {
      method: ctx.method,
      path: ctx.path,
      route: route?.name,
      query: { ...ctx.query },
      headers: { ...ctx.req.headers },
      time: Math.floor(now / 1000),
      status: undefined,
      error: undefined,
      principal: undefined,
    };
    this.#secrets.learn(request.query);
    this.#secrets.learn(request.headers);
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
      this.#learnAnswer(ctx);
    };
  }

  /** Returns the requests, the oldest first: those of one route if it is given. */
  list(route?: string): RecordedRequest[] {
    const listed = this.#kept
      .filter(({ request }) => route === undefined || request.route === route)
      .map(({ request, type, chunks }) => ({ ...request, body: readBody(chunks, type) }));
    for (const { body } of listed) if (typeof body === 'object' && body !== null) this.#secrets.learn(body);
    return listed.map((request) => this.#secrets.mask(request));
  }

  clear(): void {
    this.#kept = [];
  }

  /** Learns the secrets that OAuth hands out: tokens and codes, in its answers and in the addresses of redirects. */
  #learnAnswer({ body, state }: StepContext): void {
    if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) this.#secrets.learn(body);
    const { Location: location } = state.fields;
    if (location !== undefined && URL.canParse(location)) {
      this.#secrets.learn(Object.fromEntries(new URL(location).searchParams));
    }
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
  if (type?.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/(access_token\W{1,5})[^\s&"]+/gi, '$1***');
  }
}

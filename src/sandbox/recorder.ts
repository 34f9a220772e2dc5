import type http from 'node:http';
import type { StepContext } from '../server/context/state.js';
import { describeTarget, differences, type Subject, type Target } from './matching.js';
import { SandboxError } from './read-input.js';
import { Secrets } from './secrets.js';
import type { RecordedRequest } from './shown.js';

/** The maximum number of requests that are kept; the oldest are dropped. */
const KEPT = 10_000;

/** The maximum size of a body that is kept, in bytes. */
const MAX_BODY = 64 * 1024;

/** The longest list of requests that an error shows. */
const NEAREST = 5;

interface Kept {
  subject: Subject;
  /** False while its answer is being made. */
  isSettled: boolean;
  /** As it came, with its secrets. */
  request: Omit<RecordedRequest, 'body'>;
  type: string | undefined;
  chunks: Buffer[];
}

/** The record of a request that is being answered. */
export interface Recording {
  /** Settles the record of a request that waits: it shows no outcome yet. */
  hold(): void;
  /** Fills in the outcome. */
  end(): void;
}

/** The requests that a sandbox has received. */
export class Recorder {
  readonly #secrets = new Secrets();
  /** Look for the requests that others wait for. */
  readonly #waiting = new Set<() => void>();
  #kept: Kept[] = [];

  /** Masks a text that a test has chosen as a secret. */
  hide(secret: string): void {
    this.#secrets.choose(secret);
  }

  /** Begins the record of a request, before any step changes it. */
  begin(ctx: StepContext, subject: Subject, now: number): Recording {
    const request: Kept['request'] = {
      method: ctx.method,
      path: ctx.path,
      route: subject.route?.name,
      query: { ...ctx.query },
      headers: { ...ctx.req.headers },
      time: Math.floor(now / 1000),
      status: undefined,
      error: undefined,
      principal: undefined,
    };
    this.#secrets.learn(request.query);
    this.#secrets.learn(request.headers);
    const type = ctx.req.headers['content-type'];
    const kept: Kept = { subject, isSettled: false, request, type, chunks: keepBody(ctx.req) };
    this.#kept.push(kept);
    if (this.#kept.length > KEPT) this.#kept.shift();
    const settle = () => {
      kept.isSettled = true;
      for (const look of this.#waiting) look();
    };
    const end = () => {
      const { principal, failure } = ctx.state;
      request.status = ctx.respond === false && !ctx.res.headersSent ? undefined : ctx.res.statusCode;
      request.error = failure;
      request.principal = principal && {
        client: principal.client_id,
        character: principal.character_uid,
        permissions: principal.permissions,
      };
      this.#learnAnswer(ctx);
      settle();
    };
    return { hold: settle, end };
  }

  /** Returns the requests that are meant, the oldest first. */
  list(target: Target): RecordedRequest[] {
    return this.#show(this.#find(target));
  }

  /**
   * Waits until so many of the requests that are meant have come in, and returns the last of them. A request counts when it is
   * answered, so that its body and status are known, or when a delay holds it back.
   *
   * @param timeout in milliseconds
   * @throws {SandboxError} when they do not come in time, with those that come near
   */
  waitFor(target: Target, times: number, timeout: number): Promise<RecordedRequest> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.#find(target).filter(({ isSettled }) => isSettled)[times - 1];
        if (!found) return;
        end();
        for (const shown of this.#show([found])) resolve(shown);
      };
      const timer = setTimeout(() => {
        end();
        const expected = `${times === 1 ? 'once' : `${times} times`} within ${timeout / 1000} s`;
        reject(this.#unmet(target, expected));
      }, timeout).unref();
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /**
   * Checks that the requests that are meant came in so many times, or at least once. Returns their number.
   *
   * @throws {SandboxError} otherwise, with those that come near
   */
  verify(target: Target, times: number | undefined): number {
    const { length } = this.#find(target);
    if (times === undefined ? length > 0 : length === times) return length;
    const wanted = ['never', 'once'][times ?? -1] ?? `${times} times`;
    throw this.#unmet(target, times === undefined ? 'at least once' : wanted);
  }

  clear(): void {
    this.#kept = [];
  }

  #find(target: Target): Kept[] {
    return this.#kept.filter(({ subject }) => differences(target, subject).length === 0);
  }

  #show(kept: readonly Kept[]): RecordedRequest[] {
    const shown = kept.map(({ request, type, chunks }) => ({ ...request, body: readBody(chunks, type) }));
    for (const { body } of shown) if (typeof body === 'object' && body !== null) this.#secrets.learn(body);
    return shown.map((request) => this.#secrets.mask(request));
  }

  /** Returns the error for requests that did not come in as they should, with what did. */
  #unmet(target: Target, expected: string): SandboxError {
    const { length } = this.#find(target);
    const times = length === 1 ? 'once' : `${length} times`;
    const came = this.#kept.length === 0 ? 'Nothing came in.' : `Nearest are:\n${this.#nearest(target).join('\n')}`;
    return new SandboxError(`${describeTarget(target)} came in ${times}, not ${expected}. ${came}`, 409);
  }

  /** Describes the requests that differ the least from those that are meant, one a line. */
  #nearest(target: Target): string[] {
    const byDistance = this.#kept.map((kept) => ({ ...kept, found: differences(target, kept.subject) }));
    byDistance.sort((one, other) => one.found.length - other.found.length);
    return byDistance.slice(0, NEAREST).map(({ request, found }) => {
      const query = new URLSearchParams(this.#secrets.mask(request.query) as Record<string, string>).toString();
      const path = this.#secrets.mask(request.path) + (query && `?${query.replaceAll('%2A', '*')}`);
      const outcome =
        request.status === undefined ? 'without an answer' : `answered with ${request.error ?? request.status}`;
      return `  ${request.method} ${path}, ${outcome}${found.length > 0 ? `: ${this.#secrets.mask(found).join(', ')}` : ''}`;
    });
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

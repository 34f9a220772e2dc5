import type http from 'node:http';
import { z } from 'zod';
import { quote } from '../domain/text.js';
import type { StepContext } from '../server/state.js';
import { filter, filterInput, matches, readTarget, type Subject } from './matching.js';
import { duration, options, readInput, SandboxError } from './read-input.js';
import type { RouteNames } from './route-names.js';
import type { RecordedRequest } from './shown.js';

const MAX_REQUESTS = 10_000;

/** Bytes. */
const MAX_BODY = 64 * 1024;

const verifyInput = options({ ...filter, times: z.int().min(0).optional() });
const waitInput = options({
  ...filter,
  times: z.int().min(1).default(1),
  // Less than the 5 s after which vitest and jest end a test.
  timeout: duration.default(4000),
});

interface Kept {
  subject: Subject;
  /** False until it is answered, or a delay holds it back. */
  isSettled: boolean;
  request: RecordedRequest;
}

export class Recorder {
  /** Called when a request is settled. */
  readonly #waiting = new Set<() => void>();
  readonly #names: RouteNames;
  #kept: Kept[] = [];

  constructor(names: RouteNames) {
    this.#names = names;
  }

  /** Returns functions that settle the request: while a delay holds it back, and with its outcome. */
  begin(ctx: StepContext, { route, params }: Pick<Subject, 'route' | 'params'>, now: number) {
    const { method, path, query, req } = ctx;
    const chunks = keepBody(req);
    const request: RecordedRequest = {
      ...{ method, path, route: route?.name, query: { ...query }, headers: { ...req.headers } },
      get body() {
        return readBody(chunks, req.headers['content-type']);
      },
      ...{ time: Math.floor(now / 1000), status: undefined, error: undefined },
    };
    const { query: parameters, headers } = request;
    const subject = { route, params, query: parameters, headers, body: () => request.body };
    const kept = { subject, isSettled: false, request };
    this.#kept = [...this.#kept, kept].slice(-MAX_REQUESTS);
    const hold = () => {
      kept.isSettled = true;
      for (const look of this.#waiting) look();
    };
    const end = () => {
      request.status = ctx.respond === false && !ctx.res.headersSent ? undefined : ctx.res.statusCode;
      request.error = ctx.state.failure;
      hold();
    };
    return { subject, hold, end };
  }

  list(given: unknown = {}): RecordedRequest[] {
    return this.#find(readInput(filterInput, given)).map(({ request }) => ({ ...request }));
  }

  verify(given: unknown = {}): void {
    const { times, ...filter } = readInput(verifyInput, given);
    const found = this.#find(filter).length;
    if (times === undefined ? found > 0 : found === times) return;
    throw this.#missing(`${found} requests came in, not ${times ?? 'one or more'}`);
  }

  /** Returns the last request that it waits for. Throws SandboxError after the timeout. */
  async waitFor(given: unknown = {}): Promise<RecordedRequest> {
    const { times, timeout, ...filter } = readInput(waitInput, given);
    const found = () => this.#find(filter).filter(({ isSettled }) => isSettled);
    return new Promise((resolve, reject) => {
      const look = () => {
        const last = found()[times - 1];
        if (last) end(() => resolve({ ...last.request }));
      };
      const late = () => this.#missing(`${found().length} requests came in within ${timeout} ms, not ${times}`);
      const timer = setTimeout(() => end(() => reject(late())), timeout).unref();
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle();
      };
      this.#waiting.add(look);
      look();
    });
  }

  clear(): void {
    this.#kept = [];
  }

  #find(filter: Parameters<typeof readTarget>[0]): Kept[] {
    const target = readTarget(filter, this.#names);
    return this.#kept.filter(({ subject }) => matches(target, subject));
  }

  #missing(problem: string): SandboxError {
    const latest = this.#kept.slice(-5).map(({ request: { method, path } }) => `${method} ${quote(path)}`);
    return new SandboxError(`${problem}; the latest were ${latest.join(', ') || 'none'}`, 409);
  }
}

/** Copies the body as the service reads it. A listener would start the flow too early. */
function keepBody(request: http.IncomingMessage): Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  const emit = request.emit.bind(request);
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values;
    if (event === 'data' && Buffer.isBuffer(chunk)) {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    }
    return emit(event, ...values);
  };
  return chunks;
}

function readBody(chunks: readonly Buffer[], type = ''): unknown {
  if (chunks.length === 0) return undefined;
  const text = Buffer.concat(chunks).toString('utf8');
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { once } from 'node:events';
import { Failure } from '../domain/failure.js';
import type { Step, StepContext } from '../server/context/state.js';
import { RateLimiter } from '../server/rate-limit/rate-limiter.js';
import { bearerToken } from '../server/request/bearer-token.js';
import type { PathRouter } from '../server/request/path-router.js';
import type { SandboxSteps } from '../server/sandbox-steps.js';
import type { Services } from '../server/services.js';
import type { Store } from '../store/store.js';
import { alterHeaders } from './faults/alter-headers.js';
import { alterRequest, canHave } from './faults/alter-request.js';
import { cutAnswer } from './faults/cut-answer.js';
import { dripAnswer, PIECES } from './faults/drip-answer.js';
import type { Faults } from './faults/faults.js';
import { FaultyBlacklist, FaultyCounters, FaultyStreams, faultyTokens } from './faults/faulty-parts.js';
import { faultyStore, touch } from './faults/faulty-store.js';
import { sendOwnAnswer } from './faults/own-answer.js';
import { currentStrike, type Strike, underStrike } from './faults/strike.js';
import type { Subject } from './matching.js';
import type { Recorder, Recording } from './recorder.js';
import { failuresElsewhere, type RouteNames } from './route-names.js';
import type { SandboxClock } from './sandbox-clock.js';

/** The longest time that a timer of Node.js takes, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

export interface InstrumentParts {
  clock: SandboxClock;
  faults: Faults;
  recorder: Recorder;
  names: RouteNames;
  /** Returns true for a path of the sandbox itself, which is neither recorded nor struck. */
  isControl(path: string): boolean;
}

/** The steps and parts that a sandbox adds to the service: they record requests, strike them, and forget what is known. */
export class SandboxInstruments implements SandboxSteps {
  /** Serves the paths of the sandbox itself. */
  control: Step = (_, next) => next();
  readonly #parts: InstrumentParts;
  /** Ends the delays of requests that wait. */
  readonly #delays = new Set<() => void>();
  #store: Store | undefined;
  #tokens: Store['tokens'] | undefined;
  #forget: () => void = () => {};

  constructor(parts: InstrumentParts) {
    this.#parts = parts;
  }

  adapt(services: Services): Services {
    const withTokens = faultyTokens(services.store);
    const store = faultyStore(withTokens);
    const { rate } = services.limiter;
    const counters = new FaultyCounters(rate);
    const blacklist = new FaultyBlacklist(store);
    const { log, clock, options } = services;
    const streams = new FaultyStreams({ store: services.store, blacklist, log, clock }, options);
    this.#store = store;
    this.#tokens = withTokens.tokens;
    this.#forget = () => {
      streams.endAll();
      counters.clear();
      blacklist.forget();
      services.accounts.limits.forget();
    };
    return {
      ...services,
      store,
      blacklist,
      streams,
      lists: { get: (key, write) => (currentStrike() ? write() : services.lists.get(key, write)) },
      limiter: new RateLimiter(counters, rate),
    };
  }

  /** Forgets counters, the blacklist and the requests that are delayed, as after a start. */
  forget(): void {
    for (const end of this.#delays) end();
    this.#forget();
  }

  first(router: PathRouter): Step {
    const { clock, faults, recorder, names, isControl } = this.#parts;
    const subjectOf = (ctx: StepContext): Subject => {
      const { resourcePath } = ctx.state;
      const { access_token: parameter } = ctx.query;
      return {
        route: names.of(ctx.method, ctx.path, router.find(resourcePath)),
        params: router.parameters(resourcePath),
        query: { ...ctx.query },
        token: bearerToken(ctx) ?? (typeof parameter === 'string' ? parameter : undefined),
      };
    };
    return async (ctx, next) => {
      if (isControl(ctx.path)) {
        await next();
      } else {
        const subject = subjectOf(ctx);
        const recording = recorder.begin(ctx, subject, clock.now());
        const failures = subject.route?.failures ?? failuresElsewhere(ctx.method, ctx.path);
        try {
          await this.#findCharacter(subject);
          const strike = faults.strike(subject, failures, (code) => canHave(ctx, code));
          await this.#strike(ctx, strike, next, recording);
        } finally {
          recording.end();
        }
      }
      setDate(ctx, clock.now());
    };
  }

  readonly afterCount: Step = async (ctx, next) => {
    const strike = currentStrike();
    if (strike?.code === 'request_timeout') await timeOut(ctx);
    // A trusted proxy is never blacklisted.
    if (strike?.silence) return closeSilently(ctx);
    // What is no route has no handler before which the store is asked.
    if (strike && !strike.route && this.#store) await touch(this.#store);
    return next();
  };

  readonly beforeAnswer: Step = async (_, next) => {
    if (this.#store) await touch(this.#store);
    return next();
  };

  /** Finds the character that the token of a request acts for, by which faults and filters may ask. */
  async #findCharacter(subject: Subject): Promise<void> {
    if (subject.token === undefined || !this.#tokens) return;
    const principal = await this.#tokens.principal(subject.token, Math.floor(this.#parts.clock.now() / 1000));
    if (principal) subject.character = principal.character_uid;
  }

  /** Answers a request as its faults want it. */
  async #strike(
    ctx: StepContext,
    strike: Strike | undefined,
    next: () => Promise<void>,
    recording: Recording,
  ): Promise<void> {
    if (!strike) return next();
    const { delay, code, answer, headers, drip, cutAfter } = strike;
    // Before every step that can refuse the request, so that refusals are late, too.
    if (delay !== undefined) {
      recording.hold();
      if (!(await this.#delay(ctx, delay))) return closeSilently(ctx);
    }
    if (answer) return sendOwnAnswer(ctx, answer, this.#parts.clock.now());
    if (code !== undefined) alterRequest(ctx, code);
    if (headers) alterHeaders(ctx.res, headers);
    if (drip !== undefined) dripAnswer(ctx.res, () => this.#delay(ctx, drip / PIECES));
    if (cutAfter !== undefined) cutAnswer(ctx.res, cutAfter);
    return underStrike(strike, next);
  }

  /**
   * Waits for some milliseconds. Returns false if a reset has ended the wait: the request must not change what the next test has.
   */
  async #delay(ctx: StepContext, time: number): Promise<boolean> {
    // A delay may be longer than the time that a connection stays open without a byte.
    ctx.req.socket.setTimeout(0);
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => end(true), Math.min(time, LONGEST)).unref();
      const cancel = () => end(false);
      const end = (over: boolean) => {
        clearTimeout(timer);
        this.#delays.delete(cancel);
        resolve(over);
      };
      this.#delays.add(cancel);
    });
  }
}

function closeSilently(ctx: StepContext): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}

/** Sets the Date field by the clock of the service; Node sets it by that of the system. */
function setDate(ctx: StepContext, now: number): void {
  if (ctx.respond === false || ctx.res.headersSent) return;
  ctx.res.sendDate = false;
  ctx.state.fields.Date = new Date(now).toUTCString();
}

/** Lets the HTTP server find that the request does not arrive in time, and waits until it has answered. */
async function timeOut({ req }: StepContext): Promise<never> {
  const { socket } = req;
  const { server } = socket as typeof socket & { server: NodeJS.EventEmitter };
  const isClosed = once(socket, 'close');
  req.complete = false;
  server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  await isClosed;
  throw new Failure('request_timeout', 'The request ended before its body did.');
}

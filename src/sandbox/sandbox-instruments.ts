import { once } from 'node:events';
import { Failure } from '../domain/failure.js';
import type { Step, StepContext } from '../server/context/state.js';
import { RateLimiter } from '../server/rate-limit/rate-limiter.js';
import type { PathRouter } from '../server/request/path-router.js';
import type { SandboxSteps } from '../server/sandbox-steps.js';
import type { Services } from '../server/services.js';
import type { Store } from '../store/store.js';
import { alterRequest, canHave } from './faults/alter-request.js';
import { cutAnswer } from './faults/cut-answer.js';
import type { Faults } from './faults/faults.js';
import { FaultyAnswers, FaultyBlacklist, FaultyCounters, FaultyStreams, FaultyTokens } from './faults/faulty-parts.js';
import { faultyStore, touch } from './faults/faulty-store.js';
import { currentStrike, underStrike } from './faults/strike.js';
import type { Recorder } from './recorder.js';
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
  #forget: () => void = () => {};

  constructor(parts: InstrumentParts) {
    this.#parts = parts;
  }

  adapt(services: Services, capacity: number): Services {
    const store = faultyStore(services.store);
    const { rate } = services.limiter;
    const counters = new FaultyCounters(rate, capacity);
    const blacklist = new FaultyBlacklist(store);
    const { log, clock, options } = services;
    const streams = new FaultyStreams({ store: services.store, blacklist, log, clock }, options);
    this.#store = store;
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
      tokens: new FaultyTokens(store),
      answers: new FaultyAnswers(services.store.changes, options.answerCache),
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
    return async (ctx, next) => {
      if (!isControl(ctx.path)) {
        const route = names.of(ctx.method, ctx.path, router.find(ctx.state.resourcePath));
        const end = recorder.begin(ctx, route, clock.now());
        const failures = route?.failures ?? failuresElsewhere(ctx.method, ctx.path);
        const strike = faults.strike(route, failures, (code) => canHave(ctx, code));
        if (strike?.code !== undefined) alterRequest(ctx, strike.code);
        if (strike?.cutAfter !== undefined) cutAnswer(ctx.res, strike.cutAfter);
        const answer = () => underStrike(strike, next);
        await (strike?.delay === undefined ? answer() : this.#delay(ctx, strike.delay, answer)).finally(end);
      } else {
        await next();
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

  /**
   * Answers a request after some time, in milliseconds. It waits before every step that can refuse it, so that refusals are late,
   * too. A reset closes its connection instead: the request must not change what the next test has.
   */
  async #delay(ctx: StepContext, time: number, answer: () => Promise<void>): Promise<void> {
    // A delay may be longer than the time that a connection stays open without a byte.
    ctx.req.socket.setTimeout(0);
    const isOver = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => end(true), Math.min(time, LONGEST)).unref();
      const cancel = () => end(false);
      const end = (over: boolean) => {
        clearTimeout(timer);
        this.#delays.delete(cancel);
        resolve(over);
      };
      this.#delays.add(cancel);
    });
    return isOver ? answer() : closeSilently(ctx);
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

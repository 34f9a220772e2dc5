import { type ErrorCode, Failure, invalidParameter } from '../domain/failure.js';
import { RateLimiter } from '../server/middleware/limit-calls.js';
import { ProcessCounters } from '../server/rate-limit/process-counters.js';
import type { Steps as ServiceSteps, Services } from '../server/services.js';
import type { Step, StepContext } from '../server/state.js';
import type { Effect, Faults } from './faults.js';
import { isSandboxPath } from './guard.js';
import { parametersOf, type Subject } from './matching.js';
import type { Recorder } from './recorder.js';
import type { RouteNames } from './route-names.js';
import type { SandboxClock } from './sandbox-clock.js';
import { cutAnswer, sendEffect } from './send-effect.js';

/** Parameters that clients of the original service send to routes without them, with one client for each. */
const ACCEPTED: Readonly<Record<string, string>> = {
  access_token: 'the SDK for PHP',
  start_index: 'an SDK for Node.js',
  item_count: 'an SDK for Node.js',
};

/** Node.js fires a longer timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface StepParts {
  clock: SandboxClock;
  faults: Faults;
  recorder: Recorder;
  names: RouteNames;
  /** Its paths are neither recorded nor hit by faults. */
  control: Step;
}

type Passing = ReturnType<Recorder['begin']> & { code?: ErrorCode | undefined };

export class Steps {
  readonly #parts: StepParts;
  readonly #delays = new Set<() => void>();
  readonly #passing = new WeakMap<StepContext, Passing>();
  #forget = () => {};
  /** Seconds. */
  #window = 0;

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  adapt(services: Services): Services {
    const { limiter, blacklist, streams, accounts } = services;
    const counters = new ProcessCounters(limiter.rate);
    this.#window = limiter.rate.window / 1000;
    this.#forget = () => {
      streams.close(true);
      counters.clear();
      blacklist.forget();
      accounts.limits.forget();
    };
    return {
      ...services,
      limiter: new RateLimiter(counters, limiter.rate),
      arrangeSteps: (steps) => this.#arrange(steps),
    };
  }

  /** Puts each step before the step of the service that it is listed under. */
  #arrange(steps: ServiceSteps): ServiceSteps {
    const before: Record<string, [name: string, step: Step]> = {
      observe: ['record', this.#record],
      findClientAddress: ['control', this.#parts.control],
      checkRequest: ['refuse', this.#afterCount],
      answer: ['hit', this.#beforeAnswer],
    };
    return new Map([...steps].flatMap(([name, step]) => [...(before[name] ? [before[name]] : []), [name, step]]));
  }

  forget(): void {
    for (const end of this.#delays) end();
    this.#forget();
  }

  readonly #record: Step = async (ctx, next) => {
    const { clock, faults, recorder, names } = this.#parts;
    if (isSandboxPath(ctx.path)) return next();
    const route = names.of(ctx.method, ctx.path, ctx.state.path);
    const passing: Passing = recorder.begin(ctx, { route, params: ctx.params }, clock.now());
    this.#passing.set(ctx, passing);
    try {
      await this.#hit(ctx, passing, faults.hit(passing.subject, false), next);
    } finally {
      passing.end();
    }
    setDate(ctx, clock.now());
  };

  readonly #afterCount: Step = (ctx, next) => {
    const { code, subject } = this.#passing.get(ctx) ?? {};
    if (code !== undefined) throw failureOf(code, subject, this.#window);
    return next();
  };

  readonly #beforeAnswer: Step = async (ctx, next) => {
    const passing = this.#passing.get(ctx);
    if (!passing) return next();
    refuseUnknown(passing.subject);
    await this.#hit(ctx, passing, this.#parts.faults.hit(passing.subject, true), () => {
      if (passing.code !== undefined) throw failureOf(passing.code, passing.subject, this.#window);
      return next();
    });
  };

  async #hit(ctx: StepContext, passing: Passing, effect: Effect | undefined, next: () => Promise<void>) {
    const { delay = 0, code, cut } = effect ?? {};
    if (delay > 0) {
      passing.hold();
      if (!(await this.#delay(ctx, delay))) {
        await sendEffect(ctx, { empty: true }, this.#parts.clock.now());
        return;
      }
    }
    if (effect && (await sendEffect(ctx, effect, this.#parts.clock.now()))) return;
    passing.code = code;
    if (cut !== undefined) cutAnswer(ctx.res, cut);
    await next();
  }

  /** Returns false if a reset ended the wait: the next test must not see the request. */
  #delay(ctx: StepContext, milliseconds: number): Promise<boolean> {
    // A delay can be longer than a connection stays open without a byte.
    ctx.req.socket.setTimeout(0);
    return new Promise((resolve) => {
      const end = (isOver: boolean) => {
        clearTimeout(timer);
        this.#delays.delete(cancel);
        resolve(isOver);
      };
      const timer = setTimeout(() => end(true), Math.min(milliseconds, LONGEST_TIMER)).unref();
      const cancel = () => end(false);
      this.#delays.add(cancel);
    });
  }
}

function failureOf(code: ErrorCode, subject: Subject | undefined, window: number): Failure {
  const access = subject?.route?.route?.access;
  if (code === 'rate_limit_exceeded') return new Failure(code, undefined, { retry_after: window });
  if (code === 'unavailable') return new Failure(code, undefined, { retry_after: 1 });
  if (code !== 'permission_missing' || access === undefined) return new Failure(code);
  return new Failure(code, undefined, { required_permission: access, available_permissions: [] });
}

function refuseUnknown({ route, query, body }: Subject): void {
  if (!route?.route) return;
  const known = parametersOf(route.route);
  const read = body();
  const given = [...Object.keys(query), ...(typeof read === 'object' && read !== null ? Object.keys(read) : [])];
  const unknown = given.find((name) => !known.includes(name) && !(name in ACCEPTED));
  if (unknown === undefined) return;
  const message = `${route.name} has no such parameter; it has ${known.join(', ')}. Only a sandbox refuses it.`;
  throw invalidParameter(unknown, message);
}

/** Node.js sets Date by the system clock. */
function setDate(ctx: StepContext, now: number): void {
  if (ctx.respond === false || ctx.res.headersSent) return;
  ctx.res.sendDate = false;
  ctx.state.fields.Date = new Date(now).toUTCString();
}

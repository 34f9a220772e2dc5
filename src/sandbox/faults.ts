import { z } from 'zod';
import { type ErrorCode, failures } from '../domain/failure.js';
import { filter, matches, readTarget, type Subject, type Target } from './matching.js';
import { duration, options, readInput, SandboxError } from './read-input.js';
import { ANY, anyRoute, type NamedRoute, type RouteNames } from './route-names.js';
import type { ShownFault } from './shown.js';

const effects = {
  code: z.enum(Object.keys(failures) as [ErrorCode, ...ErrorCode[]]),
  status: z.int(),
  answer: options({
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
    body: z.unknown().optional(),
  }),
  cut: z.int().min(0),
  empty: z.literal(true),
  reset: z.literal(true),
  garbage: z.literal(true),
  brokenChunk: z.literal(true),
};

const EFFECTS = Object.keys(effects) as (keyof typeof effects)[];

export const faultInput = options({
  ...filter,
  ...z.object(effects).partial().shape,
  delay: duration.optional(),
  after: z.int().min(0).default(0),
  times: z.int().min(1).optional(),
}).refine(
  (input) => {
    const count = EFFECTS.filter((name) => input[name] !== undefined).length;
    return count === 1 || (count === 0 && input.delay !== undefined);
  },
  { error: `give one of ${EFFECTS.join(', ')}, with or without a delay, or a delay only` },
);

type FaultInput = z.output<typeof faultInput>;

export type Effect = Pick<FaultInput, Exclude<keyof typeof effects, 'status'> | 'delay'>;

interface Fault {
  id: number;
  target: Target;
  effect: Effect;
  after: number;
  times: number;
  passed: number;
  hits: number;
}

export class Faults {
  readonly #names: RouteNames;
  #faults: Fault[] = [];
  #latest = 0;

  constructor(names: RouteNames) {
    this.#names = names;
  }

  add(given: unknown): ShownFault {
    const input = readInput(faultInput, given);
    const { route, where, status, after, times = Number.POSITIVE_INFINITY, ...effect } = input;
    const target = readTarget({ route, where }, this.#names);
    const code = codeOf(input, target.route);
    this.#faults.push({
      id: ++this.#latest,
      ...{ target, effect: { ...effect, ...(code !== undefined && { code }) }, after, times },
      ...{ passed: 0, hits: 0 },
    });
    return this.find(this.#latest);
  }

  list(): ShownFault[] {
    return this.#faults.filter(({ hits, times }) => hits < times).map(show);
  }

  find(id: number): ShownFault {
    const fault = this.#faults.find((each) => each.id === id);
    if (!fault) throw new SandboxError(`there is no fault ${id}`, 404);
    return show(fault);
  }

  /** Ends a fault, whose hits can still be read. */
  remove(id: number): void {
    for (const fault of this.#faults) if (fault.id === id) fault.times = fault.hits;
  }

  clear(): void {
    this.#faults = [];
  }

  /** Returns the first matching effect, with all delays. `needsBody` selects the faults that name a field of the body. */
  hit(subject: Subject, needsBody: boolean): Effect | undefined {
    let effect: Effect | undefined;
    for (const fault of this.#faults) {
      const { delay, ...rest } = fault.effect;
      const isDelay = EFFECTS.every((name) => name === 'status' || rest[name] === undefined);
      if (isAboutBody(fault.target) !== needsBody || (effect && !isDelay) || !matches(fault.target, subject)) continue;
      if (fault.passed++ < fault.after || fault.hits >= fault.times) continue;
      fault.hits++;
      effect = { ...(isDelay ? effect : rest), delay: (effect?.delay ?? 0) + (delay ?? 0) };
    }
    return effect;
  }
}

function isAboutBody({ route, parameters }: Target): boolean {
  return Object.keys(parameters).some((name) => route?.route && name in route.route.body.shape);
}

function codeOf({ code, status }: FaultInput, route: NamedRoute = anyRoute): ErrorCode | undefined {
  if (code === undefined && status === undefined) return undefined;
  const found = [...route.failures].filter(([each, its]) => each === code || its === status);
  if (found.length === 1) return found[0]?.[0];
  const { name, failures } = route;
  if (found.length === 0) {
    const problem = `${code === undefined ? 'status' : 'code'}: ${name} cannot fail with ${code ?? status}`;
    throw new SandboxError(`${problem}; it can with ${[...failures.keys()].join(', ')}`);
  }
  const list = found.map(([each]) => each).join(', ');
  throw new SandboxError(`status: ${name} answers with ${status} for several reasons; give a code: ${list}`);
}

function show({ id, target, effect, hits, times }: Fault): ShownFault {
  const route = target.route?.name ?? ANY;
  return { id, route, effect: JSON.stringify(effect), left: Number.isFinite(times) ? times - hits : undefined, hits };
}

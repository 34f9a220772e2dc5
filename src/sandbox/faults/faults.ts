import { Random } from '../../demo/random.js';
import type { ErrorCode } from '../../domain/failure.js';
import type { NamedRoute } from '../route-names.js';
import { codeFor, type Effect, type Fault } from './fault.js';
import type { Strike } from './strike.js';

/** The faults of a sandbox, which strike requests in the order in which they were asked for. */
export class Faults {
  readonly #seed: number;
  #faults: Fault[] = [];
  #random: Random;
  #latest = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed, 'faults');
  }

  add(fault: Omit<Fault, 'id' | 'struck'>): Fault {
    this.#latest += 1;
    const added = { ...fault, id: this.#latest, struck: 0 };
    this.#faults.push(added);
    return added;
  }

  /** The faults that can still strike. */
  get all(): readonly Fault[] {
    return this.#faults;
  }

  /** Removes a fault, if there is one of that number. */
  remove(id: number): void {
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
  }

  /** Removes all faults, and begins the random numbers again. */
  clear(): void {
    this.#faults = [];
    this.#random = new Random(this.#seed, 'faults');
  }

  /**
   * Returns what strikes a request: the first delay that applies, and the first of the others.
   *
   * @param route the route of the request, if it has one
   * @param failures the error codes that a request of this kind can get
   * @param canHave returns true for an error code that this request can get
   */
  strike(
    route: NamedRoute | undefined,
    failures: NamedRoute['failures'],
    canHave: (code: ErrorCode) => boolean,
  ): Strike | undefined {
    if (this.#faults.length === 0) return undefined;
    const strike: Strike = { route: route?.route };
    let isAnswered = false;
    for (const fault of [...this.#faults]) {
      const { effect, target } = fault;
      if (target && target !== route) continue;
      if (effect.kind === 'delay' ? strike.delay !== undefined : isAnswered) continue;
      const code = codeFor(effect, failures);
      if ((effect.kind === 'failure' || effect.kind === 'status') && !(code && canHave(code))) continue;
      if (!this.#strikes(fault)) continue;
      if (effect.kind !== 'delay') isAnswered = true;
      Object.assign(strike, consequence(effect, code));
    }
    return isAnswered || strike.delay !== undefined ? strike : undefined;
  }

  #strikes(fault: Fault): boolean {
    if (fault.probability < 1 && !this.#random.chance(fault.probability)) return false;
    fault.struck += 1;
    fault.left -= 1;
    if (fault.left === 0) this.remove(fault.id);
    return true;
  }
}

function consequence(effect: Effect, code: ErrorCode | undefined): Omit<Strike, 'route'> {
  if (effect.kind === 'delay') return { delay: effect.milliseconds };
  if (effect.kind === 'cut') return { cutAfter: effect.bytes };
  return code === undefined ? { silence: true } : { code };
}

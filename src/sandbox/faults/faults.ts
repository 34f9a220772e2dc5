import { Random } from '../../demo/random.js';
import type { ErrorCode } from '../../domain/failure.js';
import { differences, type Subject } from '../matching.js';
import type { NamedRoute } from '../route-names.js';
import { codeFor, type Effect, type Fault } from './fault.js';
import type { Strike } from './strike.js';

/** The maximum number of faults that are known after their end. */
const ENDED = 1000;

/** The faults of a sandbox, which strike requests in the order in which they were asked for. */
export class Faults {
  readonly #seed: number;
  #faults: Fault[] = [];
  /** Faults that strike no more: their strikes can still be read. */
  #ended: Fault[] = [];
  #random: Random;
  #latest = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed, 'faults');
  }

  /** Adds a fault under a number of its own. */
  add(fault: Fault): Fault {
    this.#latest += 1;
    const added = { ...fault, id: this.#latest };
    this.#faults.push(added);
    return added;
  }

  /** The faults that can still strike. */
  get all(): readonly Fault[] {
    return this.#faults;
  }

  /** Returns a fault by its number, also after its end, up to a reset. */
  find(id: number): Fault | undefined {
    return [...this.#faults, ...this.#ended].find((fault) => fault.id === id);
  }

  /** Ends a fault, if there is one of that number. */
  remove(id: number): void {
    this.#end((fault) => fault.id === id);
  }

  /** Ends all faults, and begins the random numbers again. */
  clear(): void {
    this.#end(() => true);
    this.#random = new Random(this.#seed, 'faults');
  }

  /** Ends all faults, and forgets them. */
  forget(): void {
    this.clear();
    this.#ended = [];
  }

  /**
   * Returns what strikes a request: the first fault that applies, and the delays beside it.
   *
   * @param failures the error codes that a request of this kind can get
   * @param canHave returns true for an error code that this request can get
   */
  strike(
    subject: Subject,
    failures: NamedRoute['failures'],
    canHave: (code: ErrorCode) => boolean,
  ): Strike | undefined {
    const strike: Strike = { route: subject.route?.route };
    let isAnswered = false;
    let isDelayed = false;
    for (const fault of [...this.#faults]) {
      const { effect, delay, target } = fault;
      if (differences(target, subject).length > 0) continue;
      const code = codeFor(effect, failures);
      if ((effect?.kind === 'failure' || effect?.kind === 'status') && !(code && canHave(code))) continue;
      const isDue = count(fault);
      if (!isDue || (effect ? isAnswered : isDelayed) || !this.#strikes(fault)) continue;
      if (effect) isAnswered = true;
      else isDelayed = true;
      if (delay !== undefined) strike.delay = (strike.delay ?? 0) + delay;
      if (effect) Object.assign(strike, consequence(effect, code));
    }
    return isAnswered || isDelayed ? strike : undefined;
  }

  #strikes(fault: Fault): boolean {
    if (fault.probability < 1 && !this.#random.chance(fault.probability)) return false;
    fault.strikes += 1;
    fault.ofRound += 1;
    if (fault.every === undefined && fault.strikes === fault.times) this.remove(fault.id);
    return true;
  }

  #end(isMeant: (fault: Fault) => boolean): void {
    this.#ended = [...this.#ended, ...this.#faults.filter(isMeant)].slice(-ENDED);
    this.#faults = this.#faults.filter((fault) => !isMeant(fault));
  }
}

/** Counts a request that a fault could strike, and returns true if it is the turn of the fault. */
function count(fault: Fault): boolean {
  const place = fault.every === undefined ? fault.seen : fault.seen % fault.every;
  if (place === 0) fault.ofRound = 0;
  fault.seen += 1;
  return place >= fault.after && fault.ofRound < fault.times;
}

function consequence(effect: Effect, code: ErrorCode | undefined): Omit<Strike, 'route' | 'delay'> {
  switch (effect.kind) {
    case 'answer':
      return { answer: effect.answer };
    case 'headers':
      return { headers: effect.headers };
    case 'drip':
      return { drip: effect.milliseconds };
    case 'cut':
      return { cutAfter: effect.bytes };
    default:
      return code === undefined ? { silence: true } : { code };
  }
}

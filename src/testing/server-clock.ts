import type { ClockState } from '../sandbox/shown.js';
import { clearTimeout, setTimeout } from './real-timers.js';
import type { Clock, Duration, Time } from './types.js';

/** Reads the clock of a server, or changes it. */
export interface ClockCalls {
  now(): number;
  change(input?: object): ClockState;
}

/** The longest timer in milliseconds: a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock of a server. Whoever sleeps by it wakes when it has come that far. */
export class ServerClock implements Clock {
  readonly #calls: ClockCalls;
  readonly #sleepers = new Set<() => void>();

  constructor(calls: ClockCalls) {
    this.#calls = calls;
  }

  now = (): number => this.#calls.now();

  state = (): ClockState => this.#calls.change();

  set = (time: Time): ClockState => this.#change({ set: plainTime(time) });

  advance = (span: Duration): ClockState => this.#change({ advance: span });

  run = (): ClockState => this.#change({ running: true });

  stop = (): ClockState => this.#change({ running: false });

  /** Looks who has slept long enough, after the clock was changed. */
  wake(): void {
    for (const look of this.#sleepers) look();
  }

  sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    const end = this.now() + milliseconds;
    let timer: NodeJS.Timeout | undefined;
    let forget = () => {};
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      const look = () => {
        clearTimeout(timer);
        try {
          const left = end - this.now();
          if (left <= 0) resolve();
          else if (this.state().running) timer = setTimeout(look, Math.min(left, LONGEST_TIMER));
        } catch (error) {
          reject(error);
        }
      };
      forget = () => {
        clearTimeout(timer);
        this.#sleepers.delete(look);
        signal?.removeEventListener('abort', abort);
      };
      signal?.addEventListener('abort', abort);
      this.#sleepers.add(look);
      look();
    }).finally(() => forget());
  };

  #change(input: object): ClockState {
    const state = this.#calls.change(input);
    this.wake();
    return state;
  }
}

/** Returns a time as text or number, for the thread to read. */
export function plainTime(time: Time): string | number {
  return time instanceof Date ? Math.floor(time.getTime() / 1000) : time;
}

import { whenVisible } from './element.js';
import { readResource } from './read-resource.js';

/** How long the service's word is good for, in milliseconds: clocks of devices drift by seconds a day. */
const GOOD_FOR = 10 * 60 * 1000;

/** The time as the service has it: what it said last, carried on by the clock of this device. */
export class ServiceClock {
  #offset = 0;
  #synchronizedAt = Number.NEGATIVE_INFINITY;

  constructor() {
    whenVisible(() => {
      if (Math.abs(Date.now() - this.#synchronizedAt) > GOOD_FOR) void this.synchronize();
    });
  }

  /** True once the service has told its time; until then it is the device's. */
  get isKnown(): boolean {
    return Number.isFinite(this.#synchronizedAt);
  }

  /** Unix milliseconds. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Asks the service. Without an answer, things stay as they are. */
  async synchronize(): Promise<void> {
    const sentAt = Date.now();
    try {
      const { timestamp } = await readResource('api/time');
      const receivedAt = Date.now();
      // It was said about half-way, and half a second is what a whole number of them hides on average.
      this.#offset = timestamp * 1000 + 500 - (sentAt + receivedAt) / 2;
      this.#synchronizedAt = receivedAt;
    } catch {
      // The page says by which clock it goes.
    }
  }
}

import { whenVisible } from './element.js';
import { readResource } from './read-resource.js';

/** Milliseconds after which the clock is synchronized again: clocks of devices drift by seconds a day. */
const GOOD_FOR = 10 * 60 * 1000;

/** The clock of the service: the time it last reported, plus the time that has passed on this device. */
export class ServiceClock {
  #offset = 0;
  #synchronizedAt = Number.NEGATIVE_INFINITY;

  constructor() {
    whenVisible(() => {
      if (Math.abs(Date.now() - this.#synchronizedAt) > GOOD_FOR) void this.synchronize();
    });
  }

  /** True once the service has reported its time; until then the clock is the device's. */
  get isKnown(): boolean {
    return Number.isFinite(this.#synchronizedAt);
  }

  /** Unix milliseconds. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Reads the time of the service. Without an answer, the clock stays as it is. */
  async synchronize(): Promise<void> {
    const sentAt = Date.now();
    try {
      const { timestamp } = await readResource('api/time');
      const receivedAt = Date.now();
      // The service read its clock about half-way; a whole number of seconds hides half a second on average.
      this.#offset = timestamp * 1000 + 500 - (sentAt + receivedAt) / 2;
      this.#synchronizedAt = receivedAt;
    } catch {
      // The page says which clock it shows.
    }
  }
}

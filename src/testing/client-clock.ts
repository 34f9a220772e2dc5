import type { ClockState } from '../sandbox/shown.js';

/** Tests can replace the global timers. */
const { setTimeout, clearTimeout } = globalThis;

/** Times are Unix milliseconds. */
export class ClientClock {
  #shown = 0;
  #since: number | undefined;
  readonly #sleepers = new Set<() => void>();

  readonly now = (): number =>
    this.#shown + (this.#since === undefined ? 0 : Math.floor(performance.now() - this.#since));

  update(state: ClockState): ClockState {
    this.#shown = state.now * 1000;
    this.#since = state.running ? performance.now() : undefined;
    for (const look of this.#sleepers) look();
    return state;
  }

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    const until = this.now() + milliseconds;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#sleepers.delete(look);
        signal?.removeEventListener('abort', abort);
        settle();
      };
      const abort = () => end(() => reject(signal?.reason));
      const look = () => {
        clearTimeout(timer);
        if (this.now() >= until) end(resolve);
        else if (this.#since !== undefined) timer = setTimeout(look, Math.min(until - this.now(), 60_000));
      };
      this.#sleepers.add(look);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      else look();
    });
  };
}

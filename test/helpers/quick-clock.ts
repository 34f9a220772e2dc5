/** The time of a client: its waits are recorded, and take no time, but for the silence after which a stream counts as lost. */
export interface QuickClock {
  /** The waits so far, in milliseconds. */
  waits: number[];
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Lets the silence of a stream pass. */
  beSilent(): void;
}

/** The silence after which a client gives a stream up, in milliseconds. */
const SILENCE = 30_000;

/** @param onSleep is called for each wait */
export function quickClock(onSleep: (milliseconds: number) => unknown = () => {}): QuickClock {
  const waits: number[] = [];
  let now = 0;
  let pass = () => {};
  return {
    waits,
    now: () => now,
    beSilent: () => pass(),
    async sleep(milliseconds, signal) {
      if (milliseconds !== SILENCE) {
        waits.push(milliseconds);
        await onSleep(milliseconds);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('the stream has ended')));
        pass = () => {
          now += milliseconds;
          resolve();
        };
      });
    },
  };
}

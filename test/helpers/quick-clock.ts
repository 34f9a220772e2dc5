/** The time of a client: its waits are recorded, and take no time. */
export interface QuickClock {
  /** The waits so far, in milliseconds. */
  waits: number[];
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** @param onSleep is called for each wait */
export function quickClock(onSleep: (milliseconds: number) => unknown = () => {}): QuickClock {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    async sleep(milliseconds) {
      waits.push(milliseconds);
      await onSleep(milliseconds);
    },
  };
}

/**
 * Returns the time of a client: its waits, in milliseconds, are recorded, and take no time.
 *
 * @param onSleep is called for each wait
 */
export function quickClock(onSleep: (milliseconds: number) => unknown = () => {}) {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    async sleep(milliseconds: number) {
      waits.push(milliseconds);
      await onSleep(milliseconds);
    },
  };
}

/**
 * Repeats work that failed, as long as the error is one after which it may succeed.
 *
 * @param waitAfter returns the milliseconds to wait before the next attempt, or undefined if the error shall be thrown
 * @param sleep lets the time pass after an error; what it throws ends the attempts
 */
export async function retry<T>(
  work: () => Promise<T>,
  waitAfter: (error: unknown, failedBefore: number) => number | undefined,
  sleep: (milliseconds: number, error: unknown) => Promise<unknown>,
): Promise<T> {
  for (let failedBefore = 0; ; failedBefore += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = waitAfter(error, failedBefore);
      if (wait === undefined) throw error;
      await sleep(wait, error);
    }
  }
}

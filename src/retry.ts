/** Repeats failed work while `waitAfter` returns milliseconds; an error for which it returns undefined is thrown. */
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

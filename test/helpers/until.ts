import { setTimeout } from 'node:timers/promises';

/** Milliseconds after which a wait counts as a hang. Never a measure. */
const HANG = 240_000;

/** The same for a test whose programs take minutes on a busy machine: `t.timeout(LONG)`. */
export const LONG = 3_600_000;

/** Time between two looks at a condition, in milliseconds. */
const EVERY = 5;

/**
 * Waits until a condition holds.
 *
 * @param options the condition as a sentence for the failure, such as “the instance is ready”, and the bound in milliseconds
 * @throws when it does not hold within the bound, with the condition in its message
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { what, within = HANG }: { what: string; within?: number },
): Promise<void> {
  const end = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() >= end) throw new Error(`Waited ${within} ms in vain until ${what}`);
    await setTimeout(EVERY);
  }
}

/**
 * Waits for a promise.
 *
 * @param complaint the message of the failure: “the connection is not closed”
 * @throws when it is not kept in time
 */
export async function inTime<T>(promise: Promise<T>, complaint: string): Promise<T> {
  const settled = new AbortController();
  const late = setTimeout(HANG, undefined, settled).then(() => {
    throw new Error(`${complaint} after ${HANG} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    settled.abort();
  }
}

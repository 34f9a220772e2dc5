import type { Answer, PayloadOf } from '../../../client/types.js';
import { CliError } from '../../cli-error.js';
import { recordIn } from '../../connection/call-route.js';
import type { Connection } from '../../connection/connect.js';
import { waitForReset } from '../../connection/retries.js';
import type { Context } from '../../context.js';
import { isoDate } from '../../output/dates.js';

type Payload = PayloadOf<'GET /datacard/{uid}'>;

/** Requests in flight at a time. */
const AT_ONCE = 4;

/** The settings of `gatherDatacards`. */
export interface GatherOptions {
  connection: Connection;
  /** Wait when no call is left, instead of failing. */
  retry: boolean;
  signal: AbortSignal;
}

/**
 * Yields datacards in the order of their uids, a few requests at a time. It stops before a call that the rate limit would
 * refuse: refused calls lead to the blacklist.
 *
 * @throws {CliError} `rate_limited` when no call is left and `retry` is false
 */
export async function* gatherDatacards(
  context: Context,
  uids: readonly string[],
  { connection, retry, signal }: GatherOptions,
): AsyncGenerator<Payload['datacard']> {
  // The first answer says how many calls are left.
  let left = 1;
  for (let done = 0; done < uids.length; ) {
    const part = uids.slice(done, done + Math.min(AT_ONCE, left));
    const answers = await Promise.all(part.map((uid) => connection.call('GET /datacard/{uid}', { params: { uid } })));
    for (const { envelope } of answers) yield recordIn(envelope.svcapi, ({ datacard }) => datacard);
    done += part.length;
    left = callsLeft(answers);
    if (left > 0 || done === uids.length) continue;
    const reset = answers.at(-1)?.rateLimit?.reset ?? context.now();
    if (!retry) throw noneLeft(uids.length - done, reset);
    await waitForReset(context, reset - context.now(), reset, signal);
    left = 1;
  }
}

function callsLeft(answers: readonly Answer<Payload>[]): number {
  return Math.min(...answers.map(({ rateLimit }) => rateLimit?.remaining ?? AT_ONCE));
}

function noneLeft(missing: number, reset: number): CliError {
  const what = missing === 1 ? 'a datacard is missing' : `${missing} datacards are missing`;
  return new CliError(
    'rate_limited',
    `${what}, since no call is left until ${isoDate(reset)}: try again then, or use --retry to wait`,
  );
}

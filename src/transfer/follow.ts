import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';
import type { Store } from '../store/store.js';
import { ReplacedDatabase } from '../store/unusable-database.js';
import { gatherLines } from './gather-lines.js';
import { type ImportOptions, importRecords, type RefusedLine } from './import.js';
import type { Line } from './lines.js';
import { readSource, type Source } from './source.js';

/** The pause before another attempt while the database is unavailable, in milliseconds. */
const PAUSE = 1000;

export interface FollowOptions extends Required<Pick<ImportOptions, 'keep' | 'reclaim'>> {
  /** Returns the current time in Unix seconds. */
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  signal: AbortSignal;
  /** Called when lines are committed, up to this one, with those of them that were refused. */
  onCommitted(line: number, refused: readonly RefusedLine[]): Promise<void>;
  /** Called when another import has its turn. */
  onWait(): void;
  /** Called with the cause when the database becomes unavailable, and without one when it is available again. */
  onAvailability(failure?: Failure): Promise<void>;
}

/**
 * Imports records from a pipe until it ends, some of them in each transaction. Those that are refused are left out. While the database
 * is unavailable, it waits and reads no further.
 *
 * @throws {UnreadableSource} when the source is no text
 * @throws the reason of the signal when it aborts; what was not reported as committed is not there then
 */
export async function followRecords(store: Store, source: Source, options: FollowOptions): Promise<void> {
  const { keep, reclaim, now, sleep, signal, onWait, onAvailability, onCommitted } = options;
  const commit = async (part: Parameters<typeof importRecords>[1]) => {
    const refused: RefusedLine[] = [];
    const onRefused = (line: RefusedLine) => void refused.push(line);
    await importRecords(store, part, {
      keep,
      reclaim,
      now: now(),
      keepGoing: true,
      isWhole: true,
      signal,
      onWait,
      onRefused,
    });
    return refused.sort((one, other) => one.line - other.line);
  };
  const commitWhenAvailable = async (lines: Line[]) => {
    let isAway = false;
    const refused = await retry(
      () => commit([{ name: source.name, lines }]),
      (error) => (isUnavailable(error) ? PAUSE : undefined),
      async (milliseconds, error) => {
        if (!isAway && isUnavailable(error)) await onAvailability(error);
        isAway = true;
        await sleep(milliseconds, signal);
      },
    );
    if (isAway) await onAvailability();
    await onCommitted(lines.at(-1)?.number ?? 0, refused);
  };
  // The sender may keep the pipe open after a failure, and a read that waits for its next bytes would never end.
  const failure = new AbortController();
  const ends = AbortSignal.any([signal, failure.signal]);
  for await (const lines of gatherLines(readSource(source, { signal: ends }), sleep)) {
    await commitWhenAvailable(lines).catch((error) => {
      failure.abort(error);
      throw error;
    });
  }
}

/** Returns true while the same database may come back. */
function isUnavailable(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'unavailable' && !(error.cause instanceof ReplacedDatabase);
}

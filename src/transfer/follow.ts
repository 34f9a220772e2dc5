import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';
import type { Store } from '../store/store.js';
import { ReplacedDatabase } from '../store/unusable-database.js';
import { type ImportOptions, importRecords, type RefusedLine } from './import.js';
import { type Line, LineSplitter, readSource, type Source } from './lines.js';

/** Milliseconds between commits while little arrives, and between attempts while the database is unavailable. */
const PAUSE = 1000;

/** Limits of a commit: they bound the memory however much waits in the pipe. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface FollowOptions extends Required<Pick<ImportOptions, 'keep' | 'reclaim'>> {
  /** Unix seconds. */
  now(): number;
  sleep: Sleep;
  signal: AbortSignal;
  /** Called when the lines up to this one are committed, with those of them that were refused. */
  onCommitted(line: number, refused: readonly RefusedLine[]): Promise<void>;
  onWait(): void;
  /** Called with the cause when the database becomes unavailable, and without one when it is available again. */
  onAvailability(failure?: Failure): Promise<void>;
}

/** Imports a pipe until it ends. @throws {UnreadableSource} or the signal's reason; only lines reported as committed are stored */
export async function followRecords(store: Store, source: Source, options: FollowOptions): Promise<void> {
  const { now, sleep, signal, onAvailability, onCommitted, ...rest } = options;
  const commitWhenAvailable = async (lines: Line[]) => {
    let isAway = false;
    let refused: RefusedLine[] = [];
    const onRefused = (line: RefusedLine) => void refused.push(line);
    await retry(
      () => {
        refused = [];
        const each = { ...rest, now: now(), keepGoing: true, isWhole: true, signal, onRefused };
        return importRecords(store, [{ name: source.name, lines }], each);
      },
      (error) => (isUnavailable(error) ? PAUSE : undefined),
      async (milliseconds, error) => {
        if (!isAway && isUnavailable(error)) await onAvailability(error);
        isAway = true;
        await sleep(milliseconds, signal);
      },
    );
    if (isAway) await onAvailability();
    refused.sort((one, other) => one.line - other.line);
    await onCommitted(lines.at(-1)?.number ?? 0, refused);
  };
  // The sender may keep the pipe open after a failure: a pending read would never end.
  const failure = new AbortController();
  const ends = AbortSignal.any([signal, failure.signal]);
  for await (const lines of gatherLines(readSource(source, ends), sleep)) {
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

/** Yields the lines that have arrived, every second or sooner when there are many. It reads no further until the next call. */
async function* gatherLines(chunks: AsyncGenerator<Uint8Array>, sleep: Sleep): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  const ended = new AbortController();
  const pause = () => sleep(PAUSE, ended.signal).catch(() => {});
  let gathered: Line[] = [];
  let characters = 0;
  const take = () => {
    const taken = gathered;
    gathered = [];
    characters = 0;
    return taken;
  };
  try {
    let isDue = pause();
    for (let reading = chunks.next(); ; ) {
      const read = await (gathered.length === 0 ? reading : Promise.race([reading, isDue]));
      if (!read) {
        yield take();
        isDue = pause();
        continue;
      }
      if (read.done) break;
      for (const line of splitter.push(read.value)) {
        gathered.push(line);
        characters += 'text' in line ? line.text.length : 0;
        if (gathered.length >= MOST_LINES || characters >= MOST_CHARACTERS) yield take();
      }
      reading = chunks.next();
    }
    gathered.push(...splitter.end());
    if (gathered.length > 0) yield take();
  } finally {
    ended.abort();
    await chunks.return(undefined);
  }
}

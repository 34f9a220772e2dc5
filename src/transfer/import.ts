import type { Store } from '../store/store.js';
import { Batcher } from './batcher.js';
import { type ImportResult, newResult, totalOf } from './import-result.js';
import { type Line, LineSplitter, MAX_LINE_BYTES } from './lines.js';
import { readRecord } from './records.js';
import { readSource, type Source, UnreadableSource } from './source.js';

export { type Source, UnreadableSource } from './source.js';

/** A line that is not stored, and why. Both texts are safe to print on a terminal. */
export interface RefusedLine {
  source: string;
  /** Counted from 1. */
  line: number;
  reason: string;
}

export interface ImportProgress {
  source: string;
  /** Read of this source so far; compressed ones, if it is compressed. */
  bytes: number;
  /** Read of all sources so far. */
  records: number;
}

export interface ImportOptions {
  /** Unix seconds: the creation time of clients and grants whose records have none. */
  now: number;
  /** Keep the good lines where others are refused. */
  keepGoing?: boolean;
  /** The longest line, in bytes. */
  maxLineBytes?: number;
  signal?: AbortSignal | undefined;
  onRefused?: (line: RefusedLine) => void;
  onProgress?: (progress: ImportProgress) => void;
}

/** An import that stored nothing, since lines were refused. */
export class ImportRefused extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    const { read, refused } = totalOf(result);
    super(`${refused} of ${read} records were refused, so nothing was kept.`);
    this.name = 'ImportRefused';
    this.result = result;
  }
}

/** An empty file is most often what a failed program has left. */
const NO_RECORDS = 'has no records, so nothing was loaded; check what wrote it, or leave it out';

/**
 * Reads files of records (docs/import-format.md) into the store, all of them in one transaction and in bounded memory.
 * Every refused line is reported, in order: the import reads on to the end.
 *
 * @throws {ImportRefused} when a line was refused and `keepGoing` is not set; nothing is kept then
 * @throws {UnreadableSource} when a source has no records, or is no text; nothing is kept then either
 * @throws the reason of the signal when it aborts, and whatever a source throws; nothing is kept then either
 */
export async function importRecords(store: Store, sources: Source[], options: ImportOptions): Promise<ImportResult> {
  const work = async (within: Store) => {
    const result = newResult();
    for (const source of sources) await importSource(within, source, options, result);
    if (!options.keepGoing && totalOf(result).refused > 0) throw new ImportRefused(result);
    return result;
  };
  // A stream can be read only once.
  return store.transaction((within) => within.load.bulk(() => work(within)), { retry: false });
}

async function importSource(store: Store, source: Source, options: ImportOptions, result: ImportResult) {
  const { signal, maxLineBytes = MAX_LINE_BYTES, now, onProgress, onRefused } = options;
  const report = ({ line, reason }: { line: number; reason: string }) =>
    onRefused?.({ source: source.name, line, reason });
  const batcher = new Batcher(store, result, report, now);
  const splitter = new LineSplitter(maxLineBytes);
  let isEmpty = true;
  const take = async (lines: Iterable<Line>) => {
    for (const line of lines) {
      if ('text' in line && line.text.trim() === '') continue;
      isEmpty = false;
      if ('problem' in line) await batcher.refuse(line.number, line.problem);
      else await batcher.add(line.number, readRecord(line.text, now));
    }
  };
  let bytes = 0;
  const onRead = (count: number) => {
    bytes = count;
  };
  signal?.throwIfAborted();
  try {
    for await (const chunk of readSource(source, { signal, onRead })) {
      signal?.throwIfAborted();
      await take(splitter.push(chunk));
      onProgress?.({ source: source.name, bytes, records: totalOf(result).read });
    }
  } catch (error) {
    // A stream that is destroyed by the signal throws an error of its own instead of the signal's reason.
    signal?.throwIfAborted();
    throw error;
  }
  await take(splitter.end());
  await batcher.flush();
  if (isEmpty) throw new UnreadableSource(source.name, NO_RECORDS);
}

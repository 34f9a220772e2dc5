import { addAbortSignal, type Readable } from 'node:stream';
import type { Store } from '../store/store.js';
import { Batcher } from './batcher.js';
import { type ImportResult, newResult, totalOf } from './import-result.js';
import { type Line, LineSplitter, MAX_LINE_BYTES } from './lines.js';
import { readRecord } from './records.js';

/** A file of records: its name for messages, and how to open it when its turn comes. */
export interface Source {
  name: string;
  open(): Readable;
}

/** A line that is not stored, and why. Both texts are safe to print on a terminal. */
export interface RefusedLine {
  source: string;
  /** Counted from 1. */
  line: number;
  reason: string;
}

export interface ImportProgress {
  source: string;
  /** Read of this source so far. */
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

/**
 * Reads files of records (docs/import-format.md) into the store, all of them in one transaction and in bounded memory.
 * Every refused line is reported, in order: the import reads on to the end.
 *
 * @throws {ImportRefused} when a line was refused and `keepGoing` is not set; nothing is kept then
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
  const batcher = new Batcher(store, result, ({ line, reason }) => onRefused?.({ source: source.name, line, reason }));
  const splitter = new LineSplitter(maxLineBytes);
  const take = async (lines: Iterable<Line>) => {
    for (const line of lines) {
      if ('problem' in line) await batcher.refuse(line.number, line.problem);
      else if (line.text.trim() !== '') await batcher.add(line.number, readRecord(line.text, now));
    }
  };
  let bytes = 0;
  signal?.throwIfAborted();
  try {
    for await (const chunk of openSource(source, signal)) {
      signal?.throwIfAborted();
      await take(splitter.push(chunk));
      bytes += chunk.length;
      onProgress?.({ source: source.name, bytes, records: totalOf(result).read });
    }
  } catch (error) {
    // A stream that is destroyed by the signal throws an error of its own instead of the signal's reason.
    signal?.throwIfAborted();
    throw error;
  }
  await take(splitter.end());
  await batcher.flush();
}

function openSource({ open }: Source, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  const stream = open();
  return signal ? addAbortSignal(signal, stream) : stream;
}

import { Readable } from 'node:stream';
import { type Reason, refusals } from '../domain/refusals.js';
import type { Batch, RecordType } from '../model/index.js';
import type { Comparison } from '../store/import/compare.js';
import type { Import } from '../store/import/run-import.js';
import type { Store } from '../store/store.js';
import { type Line, LineSplitter, MAX_LINE_BYTES, readSource, type Source, UnreadableSource } from './lines.js';
import {
  describePlace,
  enterComparison,
  findLine,
  type ImportResult,
  newResult,
  type Plan,
  placeOf,
  planOf,
  refuseExcess,
  totalOf,
} from './plan.js';
import { readRecord, toRecords } from './records.js';

export { type Source, UnreadableSource } from './lines.js';
export { TooManyRemoved } from './plan.js';

/** Lines of a source that were read already. */
interface LinesOfSource {
  name: string;
  lines: readonly Line[];
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
  /** Read of this source so far; compressed ones, if it is compressed. */
  bytes: number;
  /** Read of all sources so far. */
  records: number;
}

/** The ages at which events and transactions are removed, in seconds; without one they stay. */
export interface Keep {
  event?: number | undefined;
  transaction?: number | undefined;
}

export interface ImportOptions {
  /** Unix seconds: the creation time of clients and grants whose records have none. */
  now: number;
  /** Keep the good lines where others are refused. */
  keepGoing?: boolean;
  /** Skip records that are older than this, in seconds. */
  keep?: Keep;
  /** Refuse a source without an end record. */
  requireEnd?: boolean;
  /** The longest line, in bytes. */
  maxLineBytes?: number;
  signal?: AbortSignal | undefined;
  onRefused?: (line: RefusedLine) => void;
  onProgress?: (progress: ImportProgress) => void;
  /** Remove what the files do not name, of the kinds that they have records of. It does not go with `keepGoing`. */
  sync?: boolean;
  /** Take the newest uses back where a total is below what is assigned. */
  reclaim?: boolean;
  /** The share of a kind that `sync` may remove, from 0 to 1. */
  maxRemoved?: number;
  /** Find out what the files would do, and write nothing. */
  dryRun?: boolean;
  /** Write few records in one transaction, histories too. */
  isWhole?: boolean;
  /** The longest wait for another import, in milliseconds. */
  timeout?: number;
  /** Called when another import has its turn. */
  onWait?: () => void;
  /** Called when all files are read. */
  onCompare?: () => void;
  /** Called before anything is written; what it yields can be read until the promise resolves. */
  onPlan?: (plan: Plan) => Promise<void>;
  /** Called with the number of rows that were written by now. */
  onWritten?: (rows: number) => void;
  /** Called with the number of records that stay from now on, also when the import is interrupted. */
  onKept?: (records: number) => void;
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

/** An import waits for another one for an hour at most: a night that hangs must not go unnoticed. */
const TIMEOUT = 3600 * 1000;

/**
 * Reads files of records (docs/import-format.md) into the store, in bounded memory: they are compared with it beside the service, and
 * only what differs is written. Every refused line is reported: first those that cannot be read, then those that
 * contradict others, each in order.
 *
 * @throws {ImportRefused} when a line was refused and `keepGoing` is not set; nothing is kept then
 * @throws {UnreadableSource} when a source has no records, is cut short, or is no text; nothing is kept then either
 * @throws the reason of the signal when it aborts, and whatever a source throws; nothing is kept then either, but for
 *   transactions and events that are written already
 */
export async function importRecords(
  store: Store,
  sources: (Source | LinesOfSource)[],
  options: ImportOptions,
): Promise<ImportResult> {
  const { keepGoing = false, sync = false, isWhole = false, timeout = TIMEOUT, maxRemoved, signal } = options;
  const place = (at: number | null) => describePlace(sources, at);
  return store.import({ ...options, place, timeout }, async (files) => {
    const result = newResult();
    for (const [index, source] of sources.entries()) {
      await readInto(files, source, (line) => placeOf(index, line), options, result);
    }
    signal?.throwIfAborted();
    options.onCompare?.();
    const check = async (comparison: Comparison) => {
      enterComparison(result, comparison);
      for await (const { at, kind, reason } of files.refusals()) {
        const counts = result.types[kind];
        counts.refused += 1;
        counts.repeated -= 1;
        options.onRefused?.({ ...findLine(sources, at), reason });
      }
      if (!keepGoing && totalOf(result).refused > 0) throw new ImportRefused(result);
    };
    const comparison = await files.compare({ sync });
    await check(comparison);
    await options.onPlan?.(planOf(files, result));
    refuseExcess(comparison, maxRemoved);
    if (options.dryRun) return result;
    const onCompared = async (next: Comparison) => {
      await check(next);
      refuseExcess(next, maxRemoved);
    };
    await files.write({ isWhole, onProgress: options.onWritten, onKept: options.onKept, onCompared });
    return result;
  });
}

/** Refused lines of a compressed source that are held until it is read whole; more are only counted, as others. */
const MOST_HELD = 5000;

async function readInto(
  files: Import,
  source: Source | LinesOfSource,
  at: (line: number) => number,
  { signal, maxLineBytes = MAX_LINE_BYTES, now, keep, requireEnd, onProgress, onRefused }: ImportOptions,
  result: ImportResult,
): Promise<void> {
  // Where compressed bytes are damaged, many lines are, which is known only at the end.
  let held: RefusedLine[] | undefined;
  const refuse = (line: number, reason: Reason, type?: RecordType) => {
    if (type === undefined) result.unreadable += 1;
    else result.types[type].refused += 1;
    const refused = { source: source.name, line, reason };
    if (!held) onRefused?.(refused);
    else held.push(held.length < MOST_HELD ? refused : (held[MOST_HELD - 1] as RefusedLine));
  };
  let records = 0;
  let end: number | undefined;
  const take = async (lines: Iterable<Line>) => {
    for (const line of lines) {
      if ('text' in line && line.text.trim() === '') continue;
      const record = 'problem' in line ? { type: undefined, reason: line.problem } : readRecord(line.text, now);
      if (end !== undefined) refuse(line.number, refusals.afterEnd());
      else if ('records' in record) {
        if ('lines' in source) refuse(line.number, refusals.endOfPipe());
        else end = record.records;
      } else {
        records += 1;
        if (record.type !== undefined) result.types[record.type].read += 1;
        if ('reason' in record) refuse(line.number, record.reason, record.type);
        else if ('removal' in record) await files.remove(record.rowType, at(line.number), record.removal);
        else {
          // It would be removed again, and sent to followers before that.
          const age = 'time' in record.row ? keep?.[record.type as keyof Keep] : undefined;
          const isOld = age !== undefined && 'time' in record.row && record.row.time < now - age;
          if (isOld) result.types[record.type].skipped += 1;
          else await files.add(record.rowType, at(line.number), record.row);
        }
      }
    }
  };
  signal?.throwIfAborted();
  if ('lines' in source) return take(source.lines);
  let bytes = 0;
  const splitter = new LineSplitter(maxLineBytes);
  const onRead = (count: number) => (bytes = count);
  const onCompressed = () => (held = []);
  for await (const chunk of readSource(source, { signal, onRead, onCompressed })) {
    signal?.throwIfAborted();
    await take(splitter.push(chunk));
    onProgress?.({ source: source.name, bytes, records: totalOf(result).read });
  }
  await take(splitter.end());
  // An empty file is most often what a failed program has left.
  if (records === 0) throw new UnreadableSource(source.name, refusals.noRecords());
  if (end === undefined && requireEnd) throw new UnreadableSource(source.name, refusals.noEnd());
  if (end !== undefined && end !== records) {
    const [counted, stated] = [records.toLocaleString('en'), end.toLocaleString('en')];
    throw new UnreadableSource(source.name, refusals.otherCount(counted, stated));
  }
  for (const each of held ?? []) onRefused?.(each);
}

/**
 * Imports rows that the program itself has made, as records of a file.
 *
 * @throws {ImportRefused} when a row is refused
 */
export async function importRows(store: Store, batches: Iterable<Batch>, options: ImportOptions): Promise<void> {
  const text = (batch: Batch) => toRecords(batch).map((record) => `${JSON.stringify(record)}\n`);
  const lines = function* () {
    for (const batch of batches) yield Buffer.from(text(batch).join(''));
  };
  await importRecords(store, [{ name: 'rows', open: () => Readable.from(lines()) }], options);
}

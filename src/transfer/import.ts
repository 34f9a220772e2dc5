import { Readable } from 'node:stream';
import { counted } from '../domain/duration.js';
import { type Reason, refusals } from '../domain/refusals.js';
import type { Batch, RecordType } from '../model/index.js';
import { apply, applyHistories, isOutdated } from '../store/import/apply.js';
import { compareStage } from '../store/import/contradictions.js';
import type { Stage } from '../store/import/stage.js';
import type { Store } from '../store/store.js';
import { type Line, LineSplitter, MAX_LINE_BYTES, readSource, type Source, UnreadableSource } from './lines.js';
import {
  dependentRecords,
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

interface LinesOfSource {
  name: string;
  lines: readonly Line[];
}

/** Both texts are safe to print on a terminal. */
export interface RefusedLine {
  source: string;
  /** From 1. */
  line: number;
  reason: string;
}

/** Seconds; older rows are removed. Undefined keeps all. */
export interface Keep {
  event?: number | undefined;
  transaction?: number | undefined;
}

export interface ImportOptions {
  /** Unix seconds: the default creation time of clients and grants. */
  now: number;
  /** Store the accepted lines although others are refused. */
  keepGoing?: boolean;
  keep?: Keep;
  requireEnd?: boolean;
  maxLineBytes?: number;
  signal?: AbortSignal | undefined;
  onRefused?: (line: RefusedLine) => void;
  /** Called with the number of records read. */
  onProgress?: (records: number) => void;
  /** Remove what the files do not name, of the kinds that they contain. Excludes `keepGoing`. */
  sync?: boolean;
  /** Take back the newest uses where a total is below what is assigned. */
  reclaim?: boolean;
  /** The share of a kind that `sync` may remove, from 0 to 1. */
  maxRemoved?: number;
  dryRun?: boolean;
  /** Write few records in one transaction, histories included. */
  isWhole?: boolean;
  /** Maximum wait for another import, in milliseconds. */
  timeout?: number;
  onWait?: () => void;
  onCompare?: () => void;
  /** Called before any write; what it yields can be read until the promise resolves. */
  onPlan?: (plan: Plan) => Promise<void>;
  /** Called with the number of records that stay even if the import is interrupted. */
  onKept?: (records: number) => void;
}

export class ImportRefused extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    const { read, refused } = totalOf(result);
    const verb = refused === 1 ? 'was' : 'were';
    super(`${refused} of ${counted(read, 'record')} ${verb} refused, so nothing was kept.`);
    this.name = 'ImportRefused';
    this.result = result;
  }
}

/** Maximum comparisons while somebody else changes the same rows. */
const ATTEMPTS = 5;

/** An hour, in milliseconds: a nightly import that hangs must not go unnoticed. */
const TIMEOUT = 3600 * 1000;

/**
 * Imports files of records (docs/import-format.md) in bounded memory, and writes only what differs. An error keeps nothing, except
 * transactions and events that are already written. Lines that cannot be read are reported before those that contradict others.
 * @throws {ImportRefused} when a line is refused without `keepGoing`; {UnreadableSource}; the signal's reason; a source's error
 */
export async function importRecords(
  store: Store,
  sources: (Source | LinesOfSource)[],
  options: ImportOptions,
): Promise<ImportResult> {
  const { keepGoing = false, timeout = TIMEOUT, maxRemoved, signal } = options;
  // Nobody waits for an empty galaxy, and one transaction is faster.
  const isWhole = options.isWhole || (await store.metadata.isEmpty());
  const place = (at: number | null) => describePlace(sources, at);
  return store.import({ ...options, place, timeout }, async (stage) => {
    const result = newResult();
    for (const [index, source] of sources.entries()) {
      await readInto(stage, source, (line) => placeOf(index, line), options, result);
    }
    signal?.throwIfAborted();
    await stage.flush();
    options.onCompare?.();
    for (let attempt = 1; ; attempt += 1) {
      const comparison = await compareStage(stage);
      for (const { at, kind, reason } of stage.takeRefused()) {
        result.types[kind].refused += 1;
        options.onRefused?.({ ...findLine(sources, at), reason });
      }
      enterComparison(result, comparison);
      if (!keepGoing && totalOf(result).refused > 0) throw new ImportRefused(result);
      if (attempt === 1) await options.onPlan?.(planOf(stage, result));
      refuseExcess(comparison, maxRemoved);
      if (options.dryRun) return result;
      try {
        await apply(stage, isWhole || !stage.session.writesAlone);
        break;
      } catch (error) {
        if (!isOutdated(stage, error) || attempt === ATTEMPTS) throw error;
      }
    }
    // Another database commits when this returns.
    if (!stage.session.writesAlone) return result;
    const onKept = (histories = 0) => options.onKept?.(dependentRecords(result) + histories);
    onKept();
    if (!isWhole) await applyHistories(stage, onKept);
    return result;
  });
}

/** Maximum refused lines that are held until a compressed source is read; further ones are only counted. */
const MOST_HELD = 5000;

async function readInto(
  stage: Stage,
  source: Source | LinesOfSource,
  at: (line: number) => number,
  { signal, maxLineBytes = MAX_LINE_BYTES, now, keep, requireEnd, onProgress, onRefused }: ImportOptions,
  result: ImportResult,
): Promise<void> {
  // Damaged gzip is detected at its end, after it has spoilt many lines.
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
        else if ('removal' in record) await stage.remove(record.rowType, at(line.number), record.removal);
        else {
          // It would be removed again, but only after followers had received it.
          const age = 'time' in record.row ? keep?.[record.type as keyof Keep] : undefined;
          const isOld = age !== undefined && 'time' in record.row && record.row.time < now - age;
          if (isOld) result.types[record.type].skipped += 1;
          else await stage.add(record.rowType, at(line.number), record.row);
        }
      }
    }
  };
  signal?.throwIfAborted();
  if ('lines' in source) return take(source.lines);
  const splitter = new LineSplitter(maxLineBytes);
  const onCompressed = () => (held = []);
  for await (const chunk of readSource(source, { signal, onCompressed })) {
    signal?.throwIfAborted();
    await take(splitter.push(chunk));
    onProgress?.(totalOf(result).read);
  }
  await take(splitter.end());
  // A failed program usually leaves an empty file.
  if (records === 0) throw new UnreadableSource(source.name, refusals.noRecords());
  if (end === undefined && requireEnd) throw new UnreadableSource(source.name, refusals.noEnd());
  if (end !== undefined && end !== records) {
    const [counted, stated] = [records.toLocaleString('en'), end.toLocaleString('en')];
    throw new UnreadableSource(source.name, refusals.otherCount(counted, stated));
  }
  for (const each of held ?? []) onRefused?.(each);
}

/** Imports rows of the program itself. @throws {ImportRefused} */
export async function importRows(store: Store, batches: Iterable<Batch>, options: ImportOptions): Promise<void> {
  const text = (batch: Batch) => toRecords(batch).map((record) => `${JSON.stringify(record)}\n`);
  const lines = function* () {
    for (const batch of batches) yield Buffer.from(text(batch).join(''));
  };
  await importRecords(store, [{ name: 'rows', open: () => Readable.from(lines()) }], options);
}

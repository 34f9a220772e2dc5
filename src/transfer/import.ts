import { type Reason, refusals } from '../domain/refusals.js';
import type { RecordType } from '../model/index.js';
import { LAST_SYNC } from '../store/queries/metadata.js';
import type { Comparison, Stage } from '../store/stage/stage-types.js';
import type { Store } from '../store/store.js';
import { enterComparison, type ImportResult, newResult, totalOf } from './import-result.js';
import { type Line, LineSplitter, MAX_LINE_BYTES } from './lines.js';
import { type MaxRemoved, refuseExcess } from './max-removed.js';
import { Places } from './places.js';
import { type Plan, planOf } from './plan.js';
import { type EndRecord, type ReadRecord, type ReadRemoval, readRecord } from './records.js';
import { readSource, type Source, UnreadableSource } from './source.js';
import { Stager } from './stager.js';

export { TooManyRemoved } from './max-removed.js';
export { type Source, UnreadableSource } from './source.js';

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
  /** Refuse transactions and events that name what neither the files nor the database know. */
  strict?: boolean;
  /** The most of a kind that `sync` may remove; a tenth by default, and a fiftieth of the characters. */
  maxRemoved?: MaxRemoved;
  /** Find out what the files would do, and write nothing. */
  dryRun?: boolean;
  /** Write few records in one transaction, histories too. */
  isWhole?: boolean;
  /** Called when another import has its turn. */
  onWait?: () => void;
  /** Called when all files are read. */
  onCompare?: () => void;
  /** Called before anything is written; what it yields can be read until the promise resolves. */
  onPlan?: (plan: Plan) => Promise<void>;
  /** Called with the number of rows that were written by now. */
  onWritten?: (rows: number) => void;
  /** Called with the number of rows that stay from now on, also when the import is interrupted. */
  onKept?: (rows: number) => void;
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

/** Refused lines of a compressed source that are kept until it is read whole; more are only counted, as others. */
const MOST_HELD = 5000;

/**
 * Reads files of records (docs/import-format.md) into the store, in bounded memory: they are staged and compared beside the
 * service, and only what differs is written. Every refused line is reported: first those that cannot be read, then those that
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
  const { signal, onWait, onCompare, onWritten, onKept, keepGoing = false, sync = false, strict = false } = options;
  const { isWhole = false, maxRemoved = {} } = options;
  const places = new Places(sources);
  const last = sync ? await store.metadata.get(LAST_SYNC) : undefined;
  const since = last === undefined ? 0 : options.now - Number(last);
  const place = (at: number | null) => places.describe(at);
  const result = await store.stage({ place, now: options.now, signal, onWait }, async (stage) => {
    const result = newResult();
    const stager = new Stager(stage, result);
    for (const [index, source] of sources.entries()) {
      await importSource(stager, source, (line) => places.at(index, line), options, result);
    }
    await stager.flush();
    signal?.throwIfAborted();
    onCompare?.();
    const check = async (comparison: Comparison) => {
      enterComparison(result, comparison);
      await reportRefusals(stage, places, options, result);
      if (!keepGoing && totalOf(result).refused > 0) throw new ImportRefused(result);
    };
    const comparison = await stage.compare({ sync, strict });
    await check(comparison);
    await options.onPlan?.(planOf(stage, result));
    refuseExcess(comparison, maxRemoved, since);
    if (options.dryRun) return result;
    const onCompared = async (next: Comparison) => {
      await check(next);
      refuseExcess(next, maxRemoved, since);
    };
    await stage.write({ signal, isWhole, onProgress: onWritten, onKept, onCompared });
    return result;
  });
  if (sync && !options.dryRun) await store.metadata.set(LAST_SYNC, String(options.now));
  return result;
}

async function reportRefusals(stage: Stage, places: Places, { onRefused }: ImportOptions, result: ImportResult) {
  for await (const { at, kind, reason } of stage.refusals()) {
    const counts = result.types[kind];
    counts.refused += 1;
    counts.repeated -= 1;
    onRefused?.({ ...places.find(at), reason });
  }
}

async function importSource(
  stager: Stager,
  source: Source | LinesOfSource,
  at: (line: number) => number,
  options: ImportOptions,
  result: ImportResult,
) {
  const { signal, maxLineBytes = MAX_LINE_BYTES, now, onProgress, onRefused } = options;
  const splitter = new LineSplitter(maxLineBytes);
  // Where compressed bytes are damaged, many lines are, which is known only at the end.
  let isCompressed = false;
  const refusedLines: RefusedLine[] = [];
  let others = 0;
  const refuse = (line: number, reason: Reason, type?: RecordType) => {
    stager.refuse(type);
    const refused = { source: source.name, line, reason };
    if (!isCompressed) onRefused?.(refused);
    else if (refusedLines.length < MOST_HELD) refusedLines.push(refused);
    else others += 1;
  };
  const report = () => {
    for (const each of refusedLines) onRefused?.(each);
    for (; others > 0; others -= 1) onRefused?.(refusedLines[MOST_HELD - 1] as RefusedLine);
  };
  let records = 0;
  let end: EndRecord | undefined;
  const take = async (lines: Iterable<Line>) => {
    for (const line of lines) {
      if ('text' in line && line.text.trim() === '') continue;
      const record = 'problem' in line ? { type: undefined, reason: line.problem } : readRecord(line.text, now);
      if (end !== undefined) {
        refuse(line.number, refusals.afterEnd());
        continue;
      }
      if ('records' in record) {
        if ('lines' in source) refuse(line.number, refusals.endOfPipe());
        else end = record;
        continue;
      }
      records += 1;
      if ('reason' in record) refuse(line.number, record.reason, record.type);
      else if (isOld(record, options)) stager.skip(record.type);
      else await stager.add(at(line.number), record);
    }
  };
  let bytes = 0;
  const onRead = (count: number) => {
    bytes = count;
  };
  const onCompressed = () => {
    isCompressed = true;
  };
  signal?.throwIfAborted();
  if ('lines' in source) return take(source.lines);
  for await (const chunk of readSource(source, { signal, onRead, onCompressed })) {
    signal?.throwIfAborted();
    await take(splitter.push(chunk));
    onProgress?.({ source: source.name, bytes, records: totalOf(result).read });
  }
  await take(splitter.end());
  // An empty file is most often what a failed program has left.
  if (records === 0) throw new UnreadableSource(source.name, refusals.noRecords());
  if (end === undefined && options.requireEnd) throw new UnreadableSource(source.name, refusals.noEnd());
  if (end !== undefined && end.records !== records) {
    const [counted, stated] = [records.toLocaleString('en'), end.records.toLocaleString('en')];
    throw new UnreadableSource(source.name, refusals.otherCount(counted, stated));
  }
  report();
}

/** Returns true for an event or a transaction that would be removed again, and sent to followers before that. */
function isOld(record: ReadRecord | ReadRemoval, { keep, now }: ImportOptions): boolean {
  if (!('row' in record && 'time' in record.row)) return false;
  const age = keep?.[record.type as keyof Keep];
  return age !== undefined && record.row.time < now - age;
}

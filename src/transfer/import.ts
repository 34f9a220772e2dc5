import { Readable } from 'node:stream';
import { counted } from '../domain/duration.js';
import { type Reason, refusals } from '../domain/refusals.js';
import { type Batch, type RecordType, recordTypes } from '../model/index.js';
import { apply, applyHistories, isOutdated } from '../store/import/apply.js';
import { type Comparison, examplesOf, noCounts } from '../store/import/compare.js';
import { compareStage } from '../store/import/contradictions.js';
import type { Stage, StageOptions } from '../store/import/stage.js';
import type { Store } from '../store/store.js';
import { type Line, LineSplitter, readSource, type Source, UnreadableSource } from './lines.js';
import { readRecord, toRecords } from './records.js';

export { type Source, UnreadableSource } from './lines.js';

interface LinesOfPipe {
  name: string;
  lines: readonly Line[];
}

type Sources = readonly (Source | LinesOfPipe)[];

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

const nothing = {
  ...noCounts,
  read: 0,
  /** Replaced by a later record with the same key. */
  repeated: 0,
  refused: 0,
  /** Older than the age at which events or transactions are removed. */
  skipped: 0,
};

export type Counts = typeof nothing;

export interface ImportResult {
  types: Record<RecordType, Counts>;
  unreadable: number;
}

export interface Plan {
  result: ImportResult;
  examples(kind: RecordType): ReturnType<typeof examplesOf>;
}

/** `sync` excludes `keepGoing`. */
export interface ImportOptions extends Omit<StageOptions, 'place'> {
  /** Store the accepted lines although others are refused. */
  keepGoing?: boolean;
  keep?: Keep;
  requireEnd?: boolean;
  onRefused?: (line: RefusedLine) => void;
  /** Called with the number of records read. */
  onProgress?: (records: number) => void;
  /** The share of a kind that `sync` may remove, from 0 to 1. */
  maxRemoved?: number;
  dryRun?: boolean;
  /** Write few records in one transaction, histories included. */
  isWhole?: boolean;
  /** Called before any write. */
  onPlan?: (plan: Plan) => Promise<void>;
  /** Called when all but transactions and events stays even if the import is interrupted. */
  onKept?: () => void;
}

export class ImportRefused extends Error {
  constructor(result: ImportResult) {
    const { read, refused } = totalOf(result);
    const verb = refused === 1 ? 'was' : 'were';
    super(`${refused} of ${counted(read, 'record')} ${verb} refused, so nothing was kept.`);
    this.name = 'ImportRefused';
  }
}

export class TooManyRemoved extends Error {
  constructor(excesses: string[]) {
    super(refusals.tooManyRemoved(excesses.join(', and ')));
    this.name = 'TooManyRemoved';
  }
}

/** Maximum comparisons while somebody else changes the same rows. */
const ATTEMPTS = 5;

/** An hour, in milliseconds: a nightly import that hangs must not go unnoticed. */
const TIMEOUT = 3600 * 1000;

/**
 * Imports files of records (docs/import-format.md) in bounded memory, and writes only what differs. An error keeps nothing,
 * except after `onKept`: then only transactions and events are missing. Lines that cannot be read are reported before those that
 * contradict others.
 * @throws {ImportRefused} when a line is refused without `keepGoing`; {UnreadableSource}; the signal's reason; a source's error
 */
export async function importRecords(store: Store, sources: Sources, options: ImportOptions): Promise<ImportResult> {
  const { keepGoing = false, timeout = TIMEOUT, maxRemoved, signal } = options;
  // Nobody waits for an empty galaxy, and one transaction is faster.
  const isWhole = options.isWhole || (await store.metadata.isEmpty());
  return store.import({ ...options, place: (at) => placeOf(sources, at), timeout }, async (stage) => {
    const result = newResult();
    for (const [index, source] of sources.entries()) await readInto(stage, source, index * LINES, options, result);
    signal?.throwIfAborted();
    await stage.flush();
    for (let attempt = 1; ; attempt += 1) {
      const comparison = await compareStage(stage);
      for (const { at, kind, reason } of stage.takeRefused()) {
        result.types[kind].refused += 1;
        options.onRefused?.({ ...lineOf(sources, at), reason });
      }
      enter(result, comparison);
      if (!keepGoing && totalOf(result).refused > 0) throw new ImportRefused(result);
      if (attempt === 1) await options.onPlan?.({ result, examples: (kind) => examplesOf(stage, kind) });
      refuseExcess(result, maxRemoved);
      if (options.dryRun) return result;
      try {
        await apply(stage, isWhole || stage.session.traits.rowLocks);
        break;
      } catch (error) {
        if (!isOutdated(stage, error) || attempt === ATTEMPTS) throw error;
      }
    }
    // PostgreSQL commits when this returns.
    if (stage.session.traits.rowLocks) return result;
    options.onKept?.();
    if (!isWhole) await applyHistories(stage);
    return result;
  });
}

/** Maximum refused lines that are held until a compressed source is read; further ones are only counted. */
const MOST_HELD = 5000;

async function readInto(
  stage: Stage,
  source: Source | LinesOfPipe,
  before: number,
  { signal, now, keep, requireEnd, onProgress, onRefused }: ImportOptions,
  result: ImportResult,
): Promise<void> {
  let records = 0;
  let end: number | undefined;
  // Damaged gzip is detected at its end, after it has spoilt many lines.
  let held: RefusedLine[] | undefined;
  const refuse = (line: number, reason: Reason, type?: RecordType) => {
    if (type === undefined) result.unreadable += 1;
    else result.types[type].refused += 1;
    const refused = { source: source.name, line, reason };
    if (!held) onRefused?.(refused);
    else held.push(held.length < MOST_HELD ? refused : (held[MOST_HELD - 1] as RefusedLine));
  };
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
        else if (isOld(record, now, keep)) result.types[record.type].skipped += 1;
        else await stage.add(record.type, before + line.number, record.row, record.removes);
      }
    }
  };
  signal?.throwIfAborted();
  if ('lines' in source) return take(source.lines);
  const splitter = new LineSplitter();
  for await (const chunk of readSource(source, signal, () => (held = []))) {
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

/** Returns true for a row that would be removed again, but only after followers had received it. */
function isOld({ type, row }: { type: RecordType; row: object }, now: number, keep: Keep = {}): boolean {
  const age = type === 'event' || type === 'transaction' ? keep[type] : undefined;
  return age !== undefined && 'time' in row && (row.time as number) < now - age;
}

export function newResult(): ImportResult {
  const types = recordTypes.map((type) => [type, { ...nothing }] as const);
  return { types: Object.fromEntries(types) as ImportResult['types'], unreadable: 0 };
}

function enter(result: ImportResult, comparison: Comparison): void {
  for (const type of recordTypes) {
    const counts = result.types[type];
    const { added, changed, removed, unchanged, unnamed } = Object.assign(counts, noCounts, comparison.get(type));
    const named = added + changed + removed + unchanged - unnamed;
    counts.repeated = counts.read - counts.refused - counts.skipped - named;
  }
}

export function totalOf({ types, unreadable }: ImportResult): Counts {
  const total: Counts = { ...nothing, read: unreadable, refused: unreadable };
  for (const counts of Object.values(types)) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
  }
  return total;
}

/** Lines of a source: enough for a pipe that is open for years. One number is the line of a file, in the order of reading. */
const LINES = 2 ** 36;

function lineOf(sources: Sources, at: number): { source: string; line: number } {
  return { source: sources[Math.floor(at / LINES)]?.name ?? '', line: at % LINES };
}

function placeOf(sources: Sources, at: number | null): string {
  if (at === null) return 'in the database';
  if (at < 0) return 'in no file';
  const { source, line } = lineOf(sources, at);
  return `${source}, line ${line}`;
}

/** A truncated file must not empty a galaxy. */
const DEFAULT_SHARE = 0.1;

/** Rows that any share allows: in a small galaxy, a share is less than a row. */
const LEAST = 3;

/** Refuses files that would remove more than a share of a kind by not naming it. @throws {TooManyRemoved} */
function refuseExcess({ types }: ImportResult, share: number = DEFAULT_SHARE): void {
  const excesses = Object.entries(types).flatMap(([kind, { unnamed, stored }]) => {
    const allowed = share === 0 ? 0 : Math.max(Math.floor(stored * share), LEAST);
    const [some, all, few] = [unnamed, stored, allowed].map((count) => count.toLocaleString('en'));
    return unnamed > allowed ? [`${some} of ${all} ${kind} records, where ${few} may go`] : [];
  });
  if (excesses.length > 0) throw new TooManyRemoved(excesses);
}

/** Imports rows of the program itself. @throws {ImportRefused} */
export async function importRows(store: Store, batches: Iterable<Batch>, options: ImportOptions): Promise<void> {
  const text = (batch: Batch) => toRecords(batch).map((record) => `${JSON.stringify(record)}\n`);
  const lines = function* () {
    for (const batch of batches) yield Buffer.from(text(batch).join(''));
  };
  await importRecords(store, [{ name: 'rows', open: () => Readable.from(lines()) }], options);
}

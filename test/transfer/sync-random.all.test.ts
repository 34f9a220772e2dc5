import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import { Random } from '../../src/demo/random.js';
import type { Batch, RemovedBatch } from '../../src/model/index.js';
import type { Store } from '../../src/store/store.js';
import { type ImportResult, totalOf } from '../../src/transfer/import.js';
import { type ReadRecord, toRecords } from '../../src/transfer/records.js';
import { emptyStore, onPostgres } from '../helpers/database.js';
import { exportAll, file, importAll, lines, NOW } from './galaxy.js';
import { applyFiles, type GalaxyRecord, keyOf, type State, sleeps } from './random/apply-files.js';
import { nextGalaxy } from './random/next-galaxy.js';
import { read } from './samples.js';

/**
 * Random galaxies, each synced into the one before. What should be there afterwards follows from the records alone
 * (random/apply-files.ts): the last files, and of the galaxies before them what a sync never removes:
 *
 * - the kinds of which the last files have no record, without what ends with something that they remove
 * - transactions, events, accounts, links, the blacklist and facts, whole
 * - clients, grants and tokens, revoked where their character was removed by a record
 * - what sleeps with a removed character or faction, which no export shows
 * - the assignments of a datacard that was there, without those to removed places
 * - the audit trail with a line for each assignment that ended, and keys
 * - the names of removed characters, factions and entities, and the owners of removed datacards
 */
const RUNS = onPostgres ? 4 : 8;
const STEPS = 6;

/** Several files with these records. */
function filesOf(records: readonly GalaxyRecord[], count: number) {
  const size = Math.ceil(records.length / count);
  const parts = Array.from({ length: count }, (_, index) => records.slice(index * size, (index + 1) * size));
  return parts.filter((part) => part.length > 0).map((part, index) => file(lines(...part), `${index}.ndjson`));
}

/** Returns records with all their fields, in an order that does not depend on numbers which the database gives. */
function comparable(records: readonly GalaxyRecord[]): string[] {
  const whole = (record: GalaxyRecord) => {
    // Lines that an import adds get their number from the database.
    const isAdded = record.kind === 'datacard_change' && record.request_id == null;
    const { type, row, removes } = read(isAdded ? { ...record, id: 1 } : record) as ReadRecord;
    const batch = { type: type === 'faction' ? 'entity' : type, [removes ? 'removals' : 'rows']: [row] };
    const [full] = toRecords(batch as unknown as Batch | RemovedBatch) as [Record<string, unknown>];
    const assignments = full.assignments as { location: string }[] | undefined;
    assignments?.sort((one, other) => (one.location < other.location ? -1 : 1));
    return JSON.stringify(full);
  };
  return records.map(whole).sort();
}

/** Counts what changes of a kind of which each record counts where it differs. */
function differences(before: State, after: State, kind: string) {
  const counts = { added: 0, changed: 0, removed: 0 };
  const text = ({ assignments: _, ...record }: GalaxyRecord) => comparable([record])[0];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (!key.startsWith(`${kind} `)) continue;
    const [old, next] = [before, after]
      .map((state) => state.get(key))
      .map((each) => (each?.removed ? undefined : each));
    if (old && next) counts.changed += text(old) === text(next) ? 0 : 1;
    else if (old) counts.removed += 1;
    else if (next) counts.added += 1;
  }
  return counts;
}

const counted = ['faction', 'entity', 'character', 'datacard', 'event', 'transaction', 'account', 'blacklist', 'fact'];

async function syncNext(store: Store, state: State, random: Random, step: number): Promise<State> {
  const records = nextGalaxy(random, state, step);
  if (records.length === 0) return state;
  const options = { sync: true, maxRemoved: 1, now: NOW + step } as const;
  const sources = filesOf(records, 1 + random.below(3));
  const before = step % 3 === 0 ? await exportAll(store) : undefined;
  const dry = before === undefined ? undefined : await importAll(store, sources, { ...options, dryRun: true });
  if (dry) assert.equal(await exportAll(store), before, 'a dry run changes nothing');
  const real = await importAll(store, sources, options);
  assert.deepEqual(real.refused, []);
  assert.deepEqual(real, dry ?? real, 'the dry run counts what then changes');

  const after = applyFiles(state, records, NOW + step);
  const visible = [...after.values()].filter((record) => !sleeps(after, record));
  const text = await exportAll(store);
  const exported = text.split('\n').slice(0, -1);
  assert.deepEqual(comparable(exported.map((line) => JSON.parse(line))), comparable(visible));
  const { types } = real.result as ImportResult;
  for (const kind of counted) {
    const own = records.filter((record) => record.kind === kind);
    const isRemovedTwice = own.some((record) => record.removed === true && state.get(keyOf(record))?.removed);
    if (isRemovedTwice || !own.some((record) => record.removed !== true)) continue;
    const { added, changed, removed } = types[kind as keyof typeof types];
    assert.deepEqual({ added, changed, removed }, differences(state, after, kind), kind);
  }

  const again = await importAll(store, sources, { ...options, now: NOW + 100 });
  const { added, changed, removed } = totalOf(again.result as ImportResult);
  assert.deepEqual({ ...again, result: added + changed + removed }, { refused: [], result: 0 });
  assert.equal(await exportAll(store), text, 'a second sync changes nothing');
  return after;
}

async function syncSeveral(t: ExecutionContext, random: Random): Promise<void> {
  const store = await emptyStore(t);
  let state: State = new Map();
  for (let step = 1; step <= STEPS; step += 1) state = await syncNext(store, state, random, step);
  const other = await emptyStore(t);
  const exported = await exportAll(store);
  assert.deepEqual((await importAll(other, file(exported))).refused, []);
  assert.equal(await exportAll(other), exported, 'an export makes an equal service');
}

test('a sync makes of any galaxy what its files say, as its dry run has announced, and a second one changes nothing', async (t) => {
  for (let run = 1; run <= RUNS; run += 1) {
    await t.notThrowsAsync(syncSeveral(t, new Random(run, 'sync')), `run ${run}`);
  }
});

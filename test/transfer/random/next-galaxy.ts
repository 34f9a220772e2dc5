import type { Random } from '../../../src/demo/random.js';
import { type GalaxyRecord, keyOf, keys, living, type State, synced } from './apply-files.js';

const SOME_DAY = 1_770_000_000;

const idsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const [RACES, CARDS, EVENTS] = [idsOf('22:', 2), idsOf('14:', 5), idsOf('39:', 4)];
/** Two ships, two facilities and a station, which can be made or can produce, and a planet. */
const THINGS = ['2:1', '2:2', '4:1', '4:2', '5:1', '8:1'];

/** Few names, so that those of one galaxy are exchanged in the next. */
const names = {
  faction: ['Harbour', 'Lantern', 'Umber', 'Tidal'],
  character: ['Ines Marsh', 'Olan Reed', 'Mara Voss', 'Tovi Lund', 'Sel Arda', 'Ruk Benn'],
  account: ['ines', 'olan', 'mara'],
};

/**
 * Returns the records of a random galaxy that can follow another one: each refers only to what is there when all of them are
 * imported with `--sync`, so that none is refused.
 *
 * @param step the number of this galaxy in a row of them
 */
export function nextGalaxy(random: Random, before: State, step: number): GalaxyRecord[] {
  const records: GalaxyRecord[] = [];
  const add = (kind: string, fields: object) => records.push({ kind, ...fields });
  const flag = () => random.chance(0.5);
  const some = <T>(all: readonly T[], share = random.pick([0, 0.7, 0.7, 1])) => all.filter(() => random.chance(share));
  const pick = (from: readonly string[]) => (from.length > 0 ? random.pick(from) : null);
  const time = () => SOME_DAY - random.below(1_000_000);
  const ended = () => (flag() ? SOME_DAY : null);
  const named = (kind: keyof typeof names, ids: string[], isChosen: (id: string) => boolean) => {
    // Whoever comes back has often the name of before.
    const shift = random.chance(0.7) ? 0 : random.below(ids.length);
    const field = kind === 'account' ? 'id' : 'uid';
    for (const [index, id] of ids.entries()) {
      if (isChosen(id)) add(kind, { [field]: id, name: names[kind][(index + shift) % ids.length] });
    }
  };
  const valuesOf = (from: readonly GalaxyRecord[], kind: string, field: string) => [
    ...new Set(from.flatMap((each) => (each.kind === kind ? [`${each[field]}`] : []))),
  ];
  /** The ids of a synced kind that are there afterwards: those of the files, if they have any. */
  const there = (kind: string) => {
    const own = valuesOf(records, kind, 'uid');
    return own.length > 0 ? own : living(before, kind).map(({ uid }) => `${uid}`);
  };
  /** The ids of a kind, with those of what is removed. */
  const known = (kind: string, field = 'uid') => valuesOf([...before.values(), ...records], kind, field);
  const canProduce = (uid: string) => /^[245]:/.test(uid);

  const factions = some(idsOf('20:', 4), random.pick([0, 0.6, 1]));
  named('faction', idsOf('20:', 4), (uid) => factions.includes(uid));
  for (const uid of some(RACES)) add('entity', { uid, name: `Race ${uid}` });
  for (const uid of some(THINGS)) add('entity', { uid, name: random.pick(['Yard', 'Heron']) });
  const characters = some(idsOf('1:', 6), random.pick([0, 0.5, 0.7]));
  named('character', idsOf('1:', 6), (uid) => characters.includes(uid));
  const races = there('entity').filter((uid) => uid.startsWith('22:'));
  for (const record of records) {
    const profile = { credits: random.below(11) - 5, is_private: flag(), biography: random.pick(['', 'a', 'b']) };
    if (record.kind === 'character') Object.assign(record, { race: flag() ? pick(races) : null, ...profile });
    const isThing = record.kind === 'entity' && !`${record.uid}`.startsWith('22:');
    if (isThing) record.owner = flag() ? pick([...there('faction'), ...there('character')]) : null;
  }
  for (const character of flag() ? there('character') : []) {
    const own = some(there('faction'), 0.5);
    const primary = flag() ? pick(own) : null;
    for (const faction of own) {
      const rights = { can_view_datacards: random.chance(0.9), can_manage_datacards: true };
      add('membership', { character, faction, primary: faction === primary, ...rights });
    }
  }
  const places = there('entity').filter(canProduce);
  for (const uid of some(CARDS)) {
    const [owner, entity] = [pick(there('faction')), pick(places)];
    if (!owner || !entity) continue;
    // The last one is always unlimited: a total may not fall below what is assigned.
    const isUnlimited = uid === CARDS.at(-1);
    const uses = () => (isUnlimited ? -1 : 1 + random.below(4));
    const assignments = some(places).map((location) => ({ location, uses: uses() }));
    add('datacard', { uid, owner, entity, total_uses: isUnlimited ? -1 : random.pick([-1, 20, 21]), assignments });
  }

  const everybody = known('character');
  const parties = [...everybody, ...known('faction')];
  for (const uid of everybody.length > 0 ? some(EVENTS) : []) {
    add('event', { uid, receiver: pick(everybody), time: time(), type: flag() ? 'XP' : null, text: 'Landed.' });
  }
  for (const id of parties.length > 0 ? some([1, 2, 3, 4]) : []) {
    add('transaction', { id, time: time(), amount: random.below(9), sender: pick(parties), receiver: pick(parties) });
  }
  // Accounts are never removed by a sync: those whose names are exchanged stand in the files together.
  const accounts = some(idsOf('a', 3));
  const isChosen = (id: string) => accounts.includes(id) || before.has(`account ${id}`);
  named('account', idsOf('a', 3), (id) => accounts.length > 0 && isChosen(id));
  for (const id of some(['g1', 'g2'])) add('account', { id, name: `Guest ${id}`, disabled_at: ended() });
  for (const account of some(known('account', 'id'))) {
    const character = pick(there('character'));
    if (character) add('account_character', { account, character });
  }

  for (const id of some(['c1', 'c2', 'c3'])) {
    add('client', { id, name: `Client ${random.below(2)}`, public: flag(), revoked_at: ended() });
  }
  for (const id of some(['g1', 'g2', 'g3', 'g4'])) {
    const [client, character] = [pick(known('client', 'id')), pick(there('character'))];
    const account = flag() ? pick(known('account', 'id')) : null;
    const permissions = some(['character_read', 'character_stats', 'character_credits']);
    const fields = { client, character, account, permissions, expires_at: SOME_DAY + 9, revoked_at: ended() };
    if (client && character) add('grant', { id, ...fields });
  }
  for (const id of some(['1', '2', '3', '4'])) {
    const grant = before.get(`token ${id}`)?.grant ?? pick(known('grant', 'id'));
    const hash = `${id}${random.below(2)}`.repeat(32);
    if (grant) add('token', { id, hash, grant, expires_at: time(), revoked_at: ended() });
  }
  // Lines of the audit trail never change.
  if (flag()) records.push(...living(before, 'datacard_change').filter(({ id }) => id !== undefined));
  for (const id of some([1000 * step, 1000 * step + 1])) {
    const [datacard, location] = [pick(known('datacard')), pick(known('entity').filter(canProduce))];
    const by = { client: pick(known('client', 'id')), character: pick(everybody), request_id: `r${step}` };
    const uses = { time: SOME_DAY, action: 'assign', uses_before: 0, uses_after: 1 };
    if (datacard && location) add('datacard_change', { id, datacard, location, ...by, ...uses });
  }
  for (const key of some(['k1', 'k2'])) {
    const [client, character] = [pick(known('client', 'id')), pick(everybody)];
    const answer = { request_hash: 'ab'.repeat(32), answer: random.pick(['{}', '[]']) };
    if (client && character) add('idempotency_key', { client, character, key, ...answer });
  }
  for (const address of some(['192.0.2.1', '192.0.2.2'])) add('blacklist', { address, expires_at: time() });
  for (const name of some(['fact 1', 'fact 2'])) add('fact', { name, value: random.pick(['v', 'w']) });
  for (const record of records) {
    const isDated = ['account', 'client', 'grant', 'token', 'idempotency_key', 'blacklist'].includes(record.kind);
    if (isDated) record.created_at = time();
  }
  addRemovals(random, before, records);
  return records
    .map((record) => [random.next(), record] as const)
    .sort(([one], [other]) => one - other)
    .map(([, record]) => record);
}

const REMOVABLE = [
  ...synced,
  'event',
  'transaction',
  ...Object.keys(keys).filter((kind) => kind !== 'datacard_change'),
];

/** Adds removals of what the files do not name, and refer to in histories at most. */
function addRemovals(random: Random, before: State, records: GalaxyRecord[]): void {
  const named = new Set(records.map(keyOf));
  const mentioned = new Set(records.flatMap(mentionedBy));
  for (const [key, record] of before) {
    const { kind, uid = key } = record;
    if (!REMOVABLE.includes(kind) || named.has(key) || mentioned.has(uid)) continue;
    if (!random.chance(record.removed === true ? 0.25 : 0.07)) continue;
    const fields = (keys[kind] ?? ['uid']).map((field) => [field, record[field]]);
    const hasName = ['character', 'faction', 'entity'].includes(kind) && random.chance(0.5);
    const name = hasName ? { name: 'Removed player' } : {};
    records.push({ kind, ...Object.fromEntries(fields), removed: true, ...name });
  }
}

/** Returns the uids, and the key of the account, that a record could not be without. */
function mentionedBy({ kind, character, faction, owner, account, assignments }: GalaxyRecord): unknown[] {
  if (kind === 'datacard_change' || kind === 'idempotency_key') return [];
  const locations = ((assignments ?? []) as { location: unknown }[]).map(({ location }) => location);
  return [character, faction, owner, `account ${account}`, ...locations];
}

import { type GalaxyRecord, keyOf, keys, living, type State } from './apply-files.js';
import type { Choices } from './galaxy-choices.js';
import { numbers } from './galaxy-choices.js';

const SOME_DAY = 1_770_000_000;

/** Types of things: two ships, two facilities, a station and a planet. The first five can be made or can produce. */
const THINGS = ['2:1', '2:2', '4:1', '4:2', '5:1', '8:1'];

/**
 * Returns the records of a galaxy that can follow another one: each refers only to what is there when all of them are imported with
 * `--sync`, so that none is refused.
 *
 * @param step the number of this galaxy in a row of them
 */
export function galaxyOf(choices: Choices, before: State, step: number): GalaxyRecord[] {
  const records: GalaxyRecord[] = [];
  const add = (kind: string, fields: Record<string, unknown>) => records.push({ kind, ...fields });
  /** The ids of a kind that are there afterwards: of a synced kind, those of the files, if they have any. */
  const there = (kind: string, own: string[]) =>
    own.length > 0 ? own : living(before, kind).map(({ uid }) => `${uid}`);
  const all = (kind: string, field: string) => [
    ...new Set([...before.values(), ...records].filter((each) => each.kind === kind).map((each) => `${each[field]}`)),
  ];

  const uids = (type: number, of: number[]) => of.map((number) => `${type}:${number}`);
  const things = THINGS.filter((_, index) => choices.things[index]);
  const races = uids(22, choices.races);
  const entities = there('entity', [...races, ...things]);
  const factions = there('faction', uids(20, choices.factions));
  const characters = there('character', uids(1, choices.characters));
  const raceOf = (choice: number) =>
    pick(
      entities.filter((uid) => uid.startsWith('22:')),
      choice,
    ) ?? null;
  const owners = [...factions, ...characters];

  for (const uid of races) add('entity', { uid, name: `Race ${uid}` });
  for (const [index, uid] of THINGS.entries()) {
    const thing = choices.things[index];
    if (thing) add('entity', { uid, name: `Thing ${thing.name}`, owner: pick(owners, thing.owner) ?? null });
  }
  for (const number of choices.factions) {
    add('faction', { uid: `20:${number}`, name: choices.factionNames[number - 1] });
  }
  for (const number of choices.characters) {
    const { race, credits, isPrivate, biography } = choices.profiles[number - 1] as Choices['profiles'][number];
    add('character', {
      ...{ uid: `1:${number}`, name: choices.characterNames[number - 1], race: raceOf(race) },
      ...{ credits, is_private: isPrivate, biography: biography.join() },
    });
  }
  addMemberships(choices, add, characters, factions);
  addDatacards(choices, add, factions, entities);

  const everybody = all('character', 'uid');
  const parties = [...everybody, ...all('faction', 'uid')];
  for (const [index, event] of choices.events.entries()) {
    const receiver = event && pick(everybody, event.receiver);
    if (!receiver) continue;
    add('event', { uid: `39:${index + 1}`, receiver, time: event.time, type: event.type, text: event.text.join() });
  }
  for (const [index, transaction] of choices.transactions.entries()) {
    const [sender, receiver] = [pick(parties, transaction?.sender), pick(parties, transaction?.receiver)];
    if (!transaction || !sender || !receiver) continue;
    add('transaction', { id: index + 1, time: transaction.time, amount: transaction.amount, sender, receiver });
  }
  addAccounts(choices, before, add, characters, all);
  addAccess(choices, before, add, characters, all);
  addHistory(choices, before, add, all, step);
  for (const [index, entry] of choices.blacklist.entries()) {
    if (entry) add('blacklist', { address: `192.0.2.${index}`, created_at: SOME_DAY, expires_at: entry.expiry });
  }
  for (const [index, fact] of choices.facts.entries()) {
    if (fact) add('fact', { name: `fact ${index}`, value: fact.value.join() });
  }
  addRemovals(choices, before, records);
  return inOrder(records, choices.order);
}

type Add = (kind: string, fields: Record<string, unknown>) => void;
type All = (kind: string, field: string) => string[];

function pick<T>(from: readonly T[], choice: number | null | undefined): T | undefined {
  return choice == null ? undefined : from[choice % from.length];
}

function addMemberships(choices: Choices, add: Add, characters: string[], factions: string[]): void {
  const seen = new Set<string>();
  const primary = new Map(characters.map((uid, index) => [uid, pick(factions, choices.primary[index])]));
  for (const membership of choices.memberships) {
    const [character, faction] = [pick(characters, membership.character), pick(factions, membership.faction)];
    if (!character || !faction || seen.has(`${character} ${faction}`)) continue;
    seen.add(`${character} ${faction}`);
    const rights = { can_view_datacards: membership.views, can_manage_datacards: membership.manages };
    add('membership', { character, faction, primary: primary.get(character) === faction, ...rights });
  }
}

function addDatacards(choices: Choices, add: Add, factions: string[], entities: string[]): void {
  const makes = entities.filter((uid) => /^[245]:/.test(uid));
  for (const [index, card] of choices.datacards.entries()) {
    const [owner, entity] = [pick(factions, card?.owner), pick(makes, card?.entity)];
    if (!card || !owner || !entity) continue;
    // The last one is always unlimited: a total may not fall below what is assigned.
    const isUnlimited = index === choices.datacards.length - 1;
    const assigned = new Map(card.assignments.map(({ location, uses }) => [pick(makes, location), uses]));
    add('datacard', {
      ...{ uid: `14:${index + 1}`, owner, entity, total_uses: isUnlimited ? -1 : card.total },
      assignments: [...assigned].map(([location, uses]) => ({ location, uses: isUnlimited ? -1 : uses })),
    });
  }
}

function addAccounts(choices: Choices, before: State, add: Add, characters: string[], all: All): void {
  // Accounts are never removed: those whose names are exchanged stand in the files together.
  const stored = numbers.accounts.filter((number) => before.has(`account a${number}`));
  const chosen = choices.accounts.length > 0 ? new Set([...stored, ...choices.accounts]) : [];
  for (const number of chosen) {
    add('account', { id: `a${number}`, name: choices.accountNames[number - 1], created_at: SOME_DAY });
  }
  for (const [index, guest] of choices.guests.entries()) {
    const disabled_at = guest?.isDisabled ? SOME_DAY : null;
    if (guest) add('account', { id: `g${index}`, name: `Guest ${index}`, created_at: SOME_DAY, disabled_at });
  }
  const accounts = all('account', 'id');
  for (const link of choices.links) {
    const [account, character] = [pick(accounts, link.account), pick(characters, link.character)];
    if (account && character) add('account_character', { account, character });
  }
}

function addAccess(choices: Choices, before: State, add: Add, characters: string[], all: All): void {
  const revocation = (isRevoked: boolean | undefined) => ({ revoked_at: isRevoked ? SOME_DAY : null });
  for (const [index, client] of choices.clients.entries()) {
    if (!client) continue;
    const name = `Client ${client.name}`;
    const fields = { id: `c${index}`, name, created_at: SOME_DAY, public: client.isPublic };
    add('client', { ...fields, ...revocation(client.isRevoked) });
  }
  const [clients, accounts] = [all('client', 'id'), all('account', 'id')];
  for (const [index, grant] of choices.grants.entries()) {
    const [client, character] = [pick(clients, grant?.client), pick(characters, grant?.character)];
    if (!grant || !client || !character) continue;
    add('grant', {
      ...{ id: `g${index}`, client, character, permissions: grant.permissions, created_at: SOME_DAY },
      ...{ expires_at: SOME_DAY + 9, account: pick(accounts, grant.account) ?? null, ...revocation(grant.isRevoked) },
    });
  }
  const grants = all('grant', 'id');
  for (const [index, token] of choices.tokens.entries()) {
    const id = `t${index}`;
    const grant = before.get(`token ${id}`)?.grant ?? pick(grants, token?.grant);
    if (!token || !grant) continue;
    const times = { created_at: SOME_DAY, expires_at: token.expiry, ...revocation(token.isRevoked) };
    add('token', { id, hash: `${index}`.repeat(64), grant, ...times });
  }
}

/** Adds lines of the audit trail, some that are there among them, and keys, which never change. */
function addHistory(choices: Choices, before: State, add: Add, all: All, step: number): void {
  const [clients, characters] = [all('client', 'id'), all('character', 'uid')];
  for (const { id, ...change } of living(before, 'datacard_change')) {
    if (id !== undefined && choices.order % 2 === 0) add('datacard_change', { id, ...change });
  }
  const places = all('entity', 'uid').filter((uid) => /^[245]:/.test(uid));
  for (const [index, change] of choices.changes.entries()) {
    const [datacard, location] = [pick(all('datacard', 'uid'), change?.datacard), pick(places, change?.location)];
    if (!change || !datacard || !location) continue;
    const [client, character] = [pick(clients, change.client) ?? null, pick(characters, change.character) ?? null];
    add('datacard_change', {
      ...{ id: 1000 * step + index, time: SOME_DAY, action: 'assign', client, character, datacard, location },
      ...{ uses_before: 0, uses_after: 1, request_id: `r${step}` },
    });
  }
  for (const [index, key] of choices.keys.entries()) {
    const [client, character] = [pick(clients, key?.client), pick(characters, key?.character)];
    if (!key || !client || !character) continue;
    const hash = { request_hash: 'ab'.repeat(32), answer: '{}', created_at: key.time };
    add('idempotency_key', { client, character, key: `k${index}`, ...hash });
  }
}

const REMOVABLE = [
  ...['character', 'faction', 'entity', 'membership', 'datacard', 'event', 'transaction', 'account'],
  ...['account_character', 'client', 'grant', 'token', 'idempotency_key', 'blacklist', 'fact'],
];

/** The kinds that leave a name behind. */
const NAMED = ['character', 'faction', 'entity'];

/** Adds removals of what the files do not name, and refer to in histories at most. */
function addRemovals(choices: Choices, before: State, records: GalaxyRecord[]): void {
  const named = new Set(records.map(keyOf));
  const mentioned = new Set(records.flatMap((record) => mentionedBy(record)));
  const targets = [...before].filter(
    ([key, { kind, uid = key }]) => REMOVABLE.includes(kind) && !named.has(key) && !mentioned.has(uid),
  );
  for (const { target, name } of choices.removals) {
    const [key = '', record] = pick(targets, target) ?? [];
    if (!record || named.has(key)) continue;
    named.add(key);
    const { kind } = record;
    const fields = (keys[kind] ?? ['uid']).map((field) => [field, record[field]]);
    const removal = { kind, ...Object.fromEntries(fields), removed: true };
    records.push(name !== null && NAMED.includes(kind) ? { ...removal, name } : removal);
  }
}

/** Returns the uids, and the key of the account, that a record could not be without. */
function mentionedBy({ kind, character, faction, owner, account, assignments }: GalaxyRecord): unknown[] {
  if (kind === 'datacard_change' || kind === 'idempotency_key') return [];
  return [
    character,
    faction,
    owner,
    `account ${account}`,
    ...((assignments ?? []) as { location: unknown }[]).map(({ location }) => location),
  ];
}

/** Puts records into an order that a number chooses. */
function inOrder(records: GalaxyRecord[], order: number): GalaxyRecord[] {
  return records
    .map((record, index) => [Math.imul(index + 1, order | 1) ^ (order >>> 3), record] as const)
    .sort(([one], [other]) => one - other)
    .map(([, record]) => record);
}

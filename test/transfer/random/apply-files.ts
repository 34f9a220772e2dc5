/** A record of a galaxy file. */
export type GalaxyRecord = Record<string, unknown> & { kind: string };

/**
 * The galaxy that files should make of another one, computed from their records alone: what an import with `--sync` promises, in
 * the simplest words. Removed things stay as the records of their removals.
 */
export type State = ReadonlyMap<string, GalaxyRecord>;

export const keys: Record<string, readonly string[]> = {
  membership: ['character', 'faction'],
  account_character: ['account', 'character'],
  idempotency_key: ['client', 'character', 'key'],
  ...{ transaction: ['id'], account: ['id'], client: ['id'], grant: ['id'], token: ['id'], datacard_change: ['id'] },
  ...{ blacklist: ['address'], fact: ['name'] },
};

/** The kinds of which files are the whole truth. Memberships last: those of whom the files do not name either sleep. */
export const synced = ['faction', 'entity', 'character', 'datacard', 'membership'];

/** The fields that a stored record keeps. */
const kept: Record<string, readonly string[]> = {
  datacard: ['assignments'],
  account: ['created_at'],
  client: ['created_at'],
  grant: ['created_at', 'account'],
  token: ['hash', 'grant', 'created_at', 'expires_at'],
  idempotency_key: ['request_hash', 'answer', 'created_at'],
};

/** Returns the key of a record among all kinds. */
export function keyOf(record: GalaxyRecord): string {
  return [record.kind, ...(keys[record.kind] ?? ['uid']).map((field) => record[field])].join(' ');
}

/** Returns the records of a kind that are not removed. */
export function living(state: State, kind: string): GalaxyRecord[] {
  return [...state.values()].filter((record) => record.kind === kind && record.removed !== true);
}

/** Applies files to a galaxy, as `svcapi import --sync` does at `now`. Lines of the audit trail that it adds have no `id`. */
export function applyFiles(before: State, files: readonly GalaxyRecord[], now: number): State {
  const state = new Map(before);
  const records = files.filter(({ removed }) => removed !== true);
  for (const record of records) {
    const stored = before.get(keyOf(record));
    // Whoever comes back under another name has nothing back.
    if (stored?.removed === true && stored.name !== record.name) endDependents(state, stored, now);
  }
  for (const record of records) state.set(keyOf(record), merge(state.get(keyOf(record)), record));
  const named = new Set(files.map(keyOf));
  for (const kind of synced.filter((each) => records.some((record) => record.kind === each))) {
    for (const record of living(before, kind)) {
      if (!named.has(keyOf(record)) && !sleeps(state, record)) end(state, keyOf(record), now, undefined, true);
    }
  }
  for (const removal of files) if (removal.removed === true) end(state, keyOf(removal), now, removal.name);
  for (const { kind, character, primary } of records) {
    if (kind !== 'membership' || primary !== true) continue;
    for (const other of living(state, 'membership')) {
      if (other.character === character && sleeps(state, other)) state.set(keyOf(other), { ...other, primary: false });
    }
  }
  return state;
}

/** Returns true for what is hidden with a character or a faction, and comes back with it. */
export function sleeps(state: State, record: GalaxyRecord): boolean {
  const isRemoved = (kind: string, uid: unknown) => state.get(`${kind} ${uid}`)?.removed === true;
  const { kind, character, faction, grant, revoked_at } = record;
  if (kind === 'membership') return isRemoved('character', character) || isRemoved('faction', faction);
  if (kind === 'account_character') return isRemoved('character', character);
  if (kind === 'grant') return revoked_at == null && isRemoved('character', character);
  const granted = kind === 'token' ? state.get(`grant ${grant}`) : undefined;
  return granted !== undefined && sleeps(state, granted);
}

function merge(stored: GalaxyRecord | undefined, record: GalaxyRecord): GalaxyRecord {
  if (stored === undefined || stored.removed === true) return record;
  const fields = [...(kept[record.kind] ?? []), ...(stored.revoked_at == null ? [] : ['revoked_at'])];
  return { ...record, ...Object.fromEntries(fields.map((field) => [field, stored[field]])) };
}

/** Ends one thing, with all that ends with it. */
function end(state: Map<string, GalaxyRecord>, key: string, now: number, name?: unknown, mayReturn = false): void {
  const record = state.get(key);
  if (!record) return;
  const { kind, id, uid } = record;
  const endAll = (some: string, isIt: (other: GalaxyRecord) => boolean) => {
    for (const other of living(state, some)) if (isIt(other)) end(state, keyOf(other), now);
  };
  if (!mayReturn) endDependents(state, record, now);
  if (record.removed === true) {
    if (name != null) state.set(key, { ...record, name });
    return;
  }
  const tombstone = { kind, uid, removed: true, removed_at: now };
  switch (kind) {
    case 'character':
    case 'faction':
    case 'entity':
      state.set(key, { ...tombstone, name: name ?? record.name });
      endAll('datacard', ({ owner }) => owner === uid);
      for (const card of living(state, 'datacard')) endAssignments(state, card, now, uid);
      break;
    case 'datacard':
      endAssignments(state, record, now);
      state.set(key, { ...tombstone, owner: record.owner, entity: record.entity });
      break;
    case 'client':
    case 'token':
    case 'grant':
      state.set(key, { ...record, revoked_at: record.revoked_at ?? now });
      if (kind === 'grant' && record.revoked_at == null) endAll('token', ({ grant }) => grant === id);
      break;
    case 'account':
      state.delete(key);
      for (const link of living(state, 'account_character')) if (link.account === id) state.delete(keyOf(link));
      endAll('grant', ({ account }) => account === id);
      for (const grant of living(state, 'grant')) {
        if (grant.account === id) state.set(keyOf(grant), { ...grant, account: null });
      }
      break;
    case 'account_character':
      state.delete(key);
      endAll('grant', ({ account, character }) => account === record.account && character === record.character);
      break;
    default:
      state.delete(key);
  }
}

/** Ends the memberships of a character or a faction, and the links and grants of a character. */
function endDependents(state: Map<string, GalaxyRecord>, { kind, uid }: GalaxyRecord, now: number): void {
  if (kind !== 'character' && kind !== 'faction') return;
  for (const some of ['membership', 'account_character', 'grant']) {
    for (const other of living(state, some)) if (other[kind] === uid) end(state, keyOf(other), now);
  }
}

/** Returns uses to a datacard: all of them, or those of one place. */
function endAssignments(state: Map<string, GalaxyRecord>, card: GalaxyRecord, now: number, place?: unknown): void {
  const assignments = card.assignments as { location: unknown; uses: number }[];
  const isEnding = ({ location }: { location: unknown }) => place === undefined || location === place;
  for (const { location, uses } of assignments.filter(isEnding)) {
    const line = { kind: 'datacard_change', time: now, action: 'revoke', datacard: card.uid, location };
    state.set(`line ${now} ${card.uid} ${location}`, { ...line, uses_before: uses, uses_after: 0 });
  }
  state.set(keyOf(card), { ...card, assignments: assignments.filter((each) => !isEnding(each)) });
}

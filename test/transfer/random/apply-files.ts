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

/** The kinds of which files are the whole truth. Nothing of another kind ends because files do not name it. */
export const synced = ['faction', 'entity', 'character', 'membership', 'datacard'];

/** The fields that a stored record keeps, and those that it keeps once they are set. */
const kept: Record<string, readonly string[]> = {
  datacard: ['assignments'],
  account: ['created_at'],
  client: ['created_at'],
  grant: ['created_at', 'account'],
  token: ['hash', 'grant', 'created_at', 'expires_at'],
  idempotency_key: ['request_hash', 'answer', 'created_at'],
};
const keptOnceSet = ['revoked_at'];

/** Returns the key of a record among all kinds. */
export function keyOf(record: GalaxyRecord): string {
  return [record.kind, ...(keys[record.kind] ?? ['uid']).map((field) => record[field])].join(' ');
}

/** Returns true for what is there: neither removed nor revoked. */
export function isLiving(record: GalaxyRecord | undefined): record is GalaxyRecord {
  return record !== undefined && record.removed !== true && record.revoked_at == null;
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
  const whole = synced.filter((kind) => records.some((record) => record.kind === kind));
  // Memberships last: those of whom the files do not name either sleep.
  for (const kind of ['faction', 'entity', 'character', 'datacard', 'membership']) {
    for (const [key, record] of before) {
      if (!whole.includes(kind) || record.kind !== kind || record.removed === true || named.has(key)) continue;
      if (!sleeps(state, record)) end(state, key, now, undefined, true);
    }
  }
  for (const removal of files) if (removal.removed === true) end(state, keyOf(removal), now, removal.name);
  for (const { kind, character, primary } of records) {
    if (kind !== 'membership' || primary !== true) continue;
    for (const [key, other] of state) {
      const isSleeping = other.kind === 'membership' && other.character === character && sleeps(state, other);
      if (isSleeping) state.set(key, { ...other, primary: false });
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

/** Returns true for a membership of a removed character or faction that comes back under another name. */
export function isOfRenamed(before: State, after: State, { kind, character, faction }: GalaxyRecord): boolean {
  const isRenamed = (key: string) => {
    const [old, next] = [before.get(key), after.get(key)];
    return old?.removed === true && isLiving(next) && next.name !== old.name;
  };
  return kind === 'membership' && (isRenamed(`character ${character}`) || isRenamed(`faction ${faction}`));
}

/** Returns true for a removed character or faction that would come back with something. */
export function hasSleeping(state: State, { kind, uid }: GalaxyRecord): boolean {
  const isIts = (other: GalaxyRecord) => (kind === 'faction' ? other.faction : other.character) === uid;
  return [...state.values()].some((other) => isIts(other) && sleeps(state, other));
}

function merge(stored: GalaxyRecord | undefined, record: GalaxyRecord): GalaxyRecord {
  if (stored === undefined || stored.removed === true) return record;
  const merged = { ...record };
  for (const field of kept[record.kind] ?? []) merged[field] = stored[field];
  for (const field of keptOnceSet) if (stored[field] != null) merged[field] = stored[field];
  return merged;
}

/** Ends one thing, with all that ends with it. */
function end(state: Map<string, GalaxyRecord>, key: string, now: number, name?: unknown, mayReturn = false): void {
  const record = state.get(key);
  if (!record) return;
  const { kind, uid } = record;
  if (record.removed === true) {
    if (name != null) state.set(key, { ...record, name });
    endDependents(state, record, now);
    return;
  }
  const endAll = (some: string, isIt: (other: GalaxyRecord) => boolean) => {
    for (const other of living(state, some)) if (isIt(other)) end(state, keyOf(other), now);
  };
  if (!mayReturn) endDependents(state, record, now);
  const tombstone = { kind, uid, removed: true, removed_at: now };
  switch (kind) {
    case 'character':
      state.set(key, { ...tombstone, name: name ?? record.name });
      break;
    case 'faction':
      state.set(key, { ...tombstone, name: name ?? record.name });
      endAll('datacard', ({ owner }) => owner === uid);
      break;
    case 'entity':
      state.set(key, { ...tombstone, name: name ?? record.name });
      for (const card of living(state, 'datacard')) endAssignments(state, card, now, uid);
      break;
    case 'datacard':
      endAssignments(state, record, now);
      state.set(key, { ...tombstone, owner: record.owner, entity: record.entity });
      break;
    case 'grant':
      if (record.revoked_at != null) return;
      state.set(key, { ...record, revoked_at: now });
      endAll('token', ({ grant }) => grant === record.id);
      break;
    case 'account':
      state.delete(key);
      for (const link of living(state, 'account_character')) if (link.account === record.id) state.delete(keyOf(link));
      for (const grant of living(state, 'grant')) {
        if (grant.account !== record.id) continue;
        end(state, keyOf(grant), now);
        state.set(keyOf(grant), { ...(state.get(keyOf(grant)) as GalaxyRecord), account: null });
      }
      break;
    case 'account_character':
      state.delete(key);
      endAll('grant', ({ account, character }) => account === record.account && character === record.character);
      break;
    case 'client':
    case 'token':
      state.set(key, { ...record, revoked_at: record.revoked_at ?? now });
      break;
    default:
      state.delete(key);
  }
}

/** Ends the memberships of a character or a faction, and the links and grants of a character. */
function endDependents(state: Map<string, GalaxyRecord>, { kind, uid }: GalaxyRecord, now: number): void {
  const isIts = (other: GalaxyRecord) => (kind === 'faction' ? other.faction : other.character) === uid;
  const kinds = kind === 'character' ? ['membership', 'account_character', 'grant'] : ['membership'];
  if (kind !== 'character' && kind !== 'faction') return;
  for (const some of kinds) {
    for (const other of living(state, some)) if (isIts(other)) end(state, keyOf(other), now);
  }
}

/** Returns uses to a datacard: all of them, or those of one place. */
function endAssignments(state: Map<string, GalaxyRecord>, card: GalaxyRecord, now: number, place?: unknown): void {
  const assignments = card.assignments as { location: unknown; uses: number }[];
  const isEnding = ({ location }: { location: unknown }) => place === undefined || location === place;
  for (const { location, uses } of assignments.filter(isEnding)) {
    const line = { kind: 'datacard_change', time: now, action: 'revoke', client: null, character: null };
    const change = { ...line, datacard: card.uid, location, uses_before: uses, uses_after: 0, request_id: null };
    state.set(`line ${now} ${card.uid} ${location}`, change);
  }
  state.set(keyOf(card), { ...card, assignments: assignments.filter((each) => !isEnding(each)) });
}

/** A record of a galaxy file. */
export type GalaxyRecord = Record<string, unknown> & { kind: string };

/**
 * The galaxy that files should make of another one, computed from their records alone: what an import with `--sync` promises, in
 * the simplest words. Removed things stay as the records of their removals.
 */
export type State = ReadonlyMap<string, GalaxyRecord>;

const keys: Record<string, readonly string[]> = {
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
  for (const record of records) state.set(keyOf(record), merge(state.get(keyOf(record)), record));
  const named = new Set(files.map(keyOf));
  for (const [key, record] of before) {
    const isWhole = synced.includes(record.kind) && records.some(({ kind }) => kind === record.kind);
    if (isWhole && record.removed !== true && !named.has(key)) end(state, key, now);
  }
  for (const removal of files) if (removal.removed === true) end(state, keyOf(removal), now, removal.name);
  return state;
}

function merge(stored: GalaxyRecord | undefined, record: GalaxyRecord): GalaxyRecord {
  if (stored === undefined || stored.removed === true) return record;
  const merged = { ...record };
  for (const field of kept[record.kind] ?? []) merged[field] = stored[field];
  for (const field of keptOnceSet) if (stored[field] != null) merged[field] = stored[field];
  return merged;
}

/** Ends one thing, with all that ends with it. */
function end(state: Map<string, GalaxyRecord>, key: string, now: number, name?: unknown): void {
  const record = state.get(key);
  if (!record) return;
  const { kind, uid } = record;
  if (record.removed === true) {
    if (name != null) state.set(key, { ...record, name });
    return;
  }
  const endAll = (some: string, isIt: (other: GalaxyRecord) => boolean) => {
    for (const other of living(state, some)) if (isIt(other)) end(state, keyOf(other), now);
  };
  const tombstone = { kind, uid, removed: true, removed_at: now };
  switch (kind) {
    case 'character':
      state.set(key, { ...tombstone, name: name ?? record.name });
      endAll('membership', ({ character }) => character === uid);
      for (const link of living(state, 'account_character')) if (link.character === uid) state.delete(keyOf(link));
      endAll('grant', ({ character }) => character === uid);
      break;
    case 'faction':
      state.set(key, { ...tombstone, name: name ?? record.name });
      endAll('datacard', ({ owner }) => owner === uid);
      endAll('membership', ({ faction }) => faction === uid);
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
    case 'client':
    case 'token':
      state.set(key, { ...record, revoked_at: record.revoked_at ?? now });
      break;
    default:
      state.delete(key);
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

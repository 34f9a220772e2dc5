import type { DatacardChangeRow } from '../../model/datacard-change.js';
import type { Client, ListedGrant, Store } from '../../store/store.js';
import { isoDate } from '../output/iso-date.js';
import { type CallSettings, callsOf } from './count-calls.js';
import { type Line, line, MOST, parts, some } from './line.js';

/** The sources of the lines about somebody. */
export interface Looked {
  store: Store;
  /** Unix seconds. */
  now: number;
  calls: CallSettings;
}

type Entity = NonNullable<Awaited<ReturnType<Store['lookUp']['entity']>>>;

const STREAMS =
  'open streams are known to the running service alone, as are calls by character and client: look into its log and its metrics';

/** Yields the lines about a character. */
export async function* aboutCharacter(looked: Looked, { uid, name, removed_at }: Entity): AsyncGenerator<Line> {
  const { store, now } = looked;
  const profile = removed_at === null ? await store.characters.profile(uid) : undefined;
  const login = profile && `last login to the game ${isoDate(profile.last_login)}`;
  yield line('character', {
    ...{ id: uid, state: stateOf(removed_at), time: removed_at },
    detail: parts(name, profile?.is_private === 1 && 'private', login),
  });
  const addresses = new Set<string>();
  for (const { id, name: account, created_at, disabled_at, last_sign_in_at } of await store.lookUp.accounts(uid)) {
    const seen = last_sign_in_at === null ? 'never signed in' : `last signed in ${isoDate(last_sign_in_at)}`;
    const state = disabled_at === null ? 'active' : 'disabled';
    yield line('account', { id: account, state, detail: seen, time: created_at });
    for (const { last_used_from } of await store.sessions.ofAccount(id, now)) {
      if (last_used_from !== null) addresses.add(last_used_from);
    }
  }
  yield* some(await store.lookUp.memberships(uid, MOST), ({ faction_uid, faction_name, ...rights }) =>
    line('membership', { id: faction_uid, detail: parts(faction_name, ...rightsOf(rights)) }),
  );
  const grants = (await store.grants.list(now)).filter(({ character }) => character.uid === uid);
  yield* some(grants, grantLine);
  for (const { last_used_from } of grants) if (last_used_from !== null) addresses.add(last_used_from);
  for (const address of [...addresses].slice(0, MOST)) {
    const entry = await store.blacklist.find(address, now);
    yield line('address', {
      id: address,
      state: entry ? 'blacklisted' : 'ok',
      detail: 'used last by a session or a grant',
    });
    yield* callsOf(store, address, looked.calls, now);
  }
  yield line('note', { detail: STREAMS });
  yield* some(await store.lookUp.changes('character', uid, MOST), changeLine);
}

/** Yields the lines about a faction. */
export async function* aboutFaction({ store }: Looked, { uid, name, removed_at }: Entity): AsyncGenerator<Line> {
  const datacards = removed_at === null ? (await store.datacards.ofFaction(uid)).length : 0;
  yield line('faction', {
    ...{ id: uid, state: stateOf(removed_at), time: removed_at },
    detail: parts(name, `${datacards.toLocaleString('en')} datacards`),
  });
  const members = await store.lookUp.memberships(uid, Number.MAX_SAFE_INTEGER);
  yield* some(members, ({ character_uid, character_name, ...rights }) =>
    line('member', { id: character_uid, detail: parts(character_name, ...rightsOf(rights)) }),
  );
  yield* some(await store.lookUp.changes('faction', uid, MOST), changeLine);
}

/** Yields the lines about a client. */
export async function* aboutClient({ store, now }: Looked, client: Client): AsyncGenerator<Line> {
  const { id, name, created_at, revoked_at, owner_id } = client;
  const owner = owner_id === null ? undefined : await store.accounts.find(owner_id);
  yield line('client', {
    ...{ id, state: revoked_at === null ? 'active' : 'revoked', time: created_at },
    detail: parts(name, owner ? `registered by the account ${owner.name}` : 'made by the host'),
  });
  yield* some(
    (await store.grants.list(now)).filter((grant) => grant.client.id === id),
    grantLine,
  );
  yield line('note', { detail: STREAMS });
  yield* some(await store.lookUp.changes('client', id, MOST), changeLine);
}

/** Yields the lines about a client address. */
export async function* aboutAddress({ store, now, calls }: Looked, address: string): AsyncGenerator<Line> {
  const entry = await store.blacklist.find(address, now);
  yield line('address', {
    ...{ id: address, state: entry ? 'blacklisted' : 'ok', time: entry?.expires_at ?? null },
    detail: entry ? `${entry.reason}; until this time` : 'not on the blacklist',
  });
  yield* callsOf(store, address, calls, now);
  yield* some(await store.lookUp.sessionsFrom(address, now, MOST), ({ account_name, browser, last_used_at }) =>
    line('session', { id: account_name, detail: parts(browser, 'last used from here'), time: last_used_at }),
  );
  yield* some(
    (await store.grants.list(now)).filter(({ last_used_from }) => last_used_from === address),
    grantLine,
  );
  yield line('note', { detail: STREAMS });
}

function stateOf(removedAt: number | null): string {
  return removedAt === null ? 'active' : 'removed';
}

function rightsOf(rights: Record<'is_primary' | 'can_view_datacards' | 'can_manage_datacards', number>): string[] {
  return [
    ...(rights.is_primary === 1 ? ['primary'] : []),
    ...(rights.can_view_datacards === 1 ? ['views datacards'] : []),
    ...(rights.can_manage_datacards === 1 ? ['manages datacards'] : []),
  ];
}

function grantLine(grant: ListedGrant): Line {
  const { id, client, character, account, permissions, last_used_at, last_used_from, created_at } = grant;
  const disabled = grant.disabled_at === null ? 'active' : 'disabled';
  const used =
    last_used_at !== null &&
    `last used ${isoDate(last_used_at).slice(0, 10)} from ${last_used_from ?? 'an unknown address'}`;
  return line('grant', {
    ...{ id, state: grant.removed_at === null ? disabled : 'asleep', time: created_at },
    detail: parts(
      `${client.id} for ${character.uid} ${character.name}`,
      account === null ? 'by the host' : `by the account ${account.name}`,
      permissions.join(', '),
      used,
    ),
  });
}

function changeLine(change: DatacardChangeRow): Line {
  const { id, action, datacard_uid, location_uid, uses_before, uses_after, client_id, character_uid, time } = change;
  const uses = `${uses_before} → ${uses_after} uses`;
  const who = client_id === null ? 'by no client' : `by ${client_id} for ${character_uid ?? 'nobody'}`;
  return line('change', {
    ...{ id: String(id), state: action, time },
    detail: parts(`${datacard_uid} at ${location_uid}`, uses, who),
  });
}

import type { Permission } from '../../src/domain/permission.js';
import { permissionNames } from '../../src/domain/permission.js';
import { unregistered } from '../../src/model/access.js';
import type { CharacterRow } from '../../src/model/character.js';
import type { Store } from '../../src/store/store.js';
import { loadBatches, loadRows } from './load-rows.js';

/** The moment at which tests take place: Year 25 Day 204, 05:00, as Unix seconds. */
export const NOW = 1_718_625_600;

/** Ends long after any test. */
const FAR = NOW + 365 * 24 * 3600;

const character: Omit<CharacterRow, 'uid' | 'name'> = {
  image: 'https://images.example/portrait.png',
  race_uid: '22:1',
  gender: 'female',
  last_login: NOW - 3600,
  short_description: 'Trader',
  biography: 'Born between two stars.',
  is_private: 0,
  health: 90,
  health_max: 100,
  xp: 4200,
  xp_level: 7,
  credits: 123_456,
};

const entity = (uid: string, name: string, owner_uid: string | null = null) => ({ uid, name, owner_uid });
const assignment = { location_uid: '4:1', uses: 4 };

/**
 * A small galaxy in which every rule of who sees what has somebody to try it on.
 *
 * - Hana (1:1) leads the Guild (20:1): she views and manages its datacards.
 * - Bram (1:2) is a member of the Guild who views datacards but manages none; his profile is private.
 * - Cleo (1:3) is a member of the Guild with no right to its datacards.
 * - Dorn (1:4) belongs to nobody.
 */
export async function loadGalaxy(store: Store): Promise<void> {
  // One import: servers that start beside each other find all of it, or nothing.
  await loadBatches(store, [
    {
      type: 'entity',
      rows: [
        ...[entity('20:1', 'The Lantern Guild'), entity('20:2', 'Quiet Harbour'), entity('22:1', 'Ashari')],
        ...[entity('2:1', 'Heron freighter'), entity('2:2', 'Wren courier')],
      ],
    },
    {
      type: 'character',
      rows: [
        { ...character, uid: '1:1', name: 'Hana Veil' },
        { ...character, uid: '1:2', name: 'Bram Oster', is_private: 1 },
        { ...character, uid: '1:3', name: 'Cleo Ray', race_uid: null },
        { ...character, uid: '1:4', name: 'Dorn' },
      ],
    },
    {
      type: 'membership',
      rows: [
        { character_uid: '1:1', faction_uid: '20:1', is_primary: 1, can_view_datacards: 1, can_manage_datacards: 1 },
        { character_uid: '1:1', faction_uid: '20:2', is_primary: 0, can_view_datacards: 0, can_manage_datacards: 0 },
        { character_uid: '1:2', faction_uid: '20:1', is_primary: 1, can_view_datacards: 1, can_manage_datacards: 0 },
        { character_uid: '1:3', faction_uid: '20:1', is_primary: 1, can_view_datacards: 0, can_manage_datacards: 0 },
      ],
    },
    {
      type: 'entity',
      rows: [
        ...[entity('4:1', 'Ember Works', '20:1'), entity('4:2', 'Tidal Yard', '1:1')],
        entity('5:1', 'Halcyon Station'),
      ],
    },
    {
      type: 'datacard',
      rows: [
        { uid: '14:1', owner_uid: '20:1', entity_uid: '2:1', total_uses: 100, assignments: [] },
        { uid: '14:2', owner_uid: '20:1', entity_uid: '2:2', total_uses: -1, assignments: [] },
        { uid: '14:3', owner_uid: '20:1', entity_uid: '2:1', total_uses: 10, assignments: [assignment] },
        { uid: '14:4', owner_uid: '20:2', entity_uid: '2:1', total_uses: 5, assignments: [] },
      ],
    },
    {
      type: 'event',
      rows: [
        { uid: '39:1', receiver_uid: '1:1', time: NOW - 60, type: 'XP', text: 'You have gained 12 experience.' },
        { uid: '39:2', receiver_uid: '1:2', time: NOW - 50, type: null, text: 'You have gained 3 experience.' },
      ],
    },
    {
      type: 'transaction',
      rows: Array.from({ length: 2500 }, (_, index) => ({
        id: index + 1,
        time: NOW - 100_000 + index,
        amount: 10 + (index % 90),
        sender_uid: index % 2 === 0 ? '1:1' : '20:1',
        receiver_uid: index % 2 === 0 ? '20:1' : '1:1',
        communication: `Lot ${index + 1}`,
      })),
    },
    {
      type: 'client',
      rows: [
        { id: 'console', name: 'Trade console', ...unregistered, created_at: NOW - 1000, revoked_at: null },
        { id: 'other', name: 'Another client', ...unregistered, created_at: NOW - 1000, revoked_at: null },
      ],
    },
  ]);
}

/** Adds characters who are like the others in all but what is given. */
export async function addCharacters(store: Store, rows: { uid: string; name: string }[]): Promise<void> {
  await loadRows(
    store,
    'character',
    rows.map((row) => ({ ...character, ...row })),
  );
}

/** Makes a token for a character; all permissions unless some are named. */
export async function tokenFor(
  store: Store,
  characterUid: string,
  permissions: Permission[] = permissionNames,
  { clientId = 'console', expiresAt = FAR } = {},
): Promise<string> {
  const grant = { client_id: clientId, character_uid: characterUid, permissions, expires_at: expiresAt };
  return (await store.transaction((store) => store.tokens.create(grant, NOW - 1000))).token;
}

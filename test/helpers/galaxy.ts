import type { Permission } from '../../src/domain/permission.js';
import { permissionNames } from '../../src/domain/permission.js';
import type { Store } from '../../src/store/store.js';

/** The moment at which tests take place: Year 25 Day 204, 05:00, as Unix seconds. */
export const NOW = 1_718_625_600;

/** Ends long after any test. */
const FAR = NOW + 365 * 24 * 3600;

const character = {
  image: 'https://images.example/portrait.png',
  raceUid: '22:1',
  gender: 'female',
  lastLogin: NOW - 3600,
  shortDescription: 'Trader',
  biography: 'Born between two stars.',
  isPrivate: false,
  health: 90,
  healthMax: 100,
  xp: 4200,
  xpLevel: 7,
  credits: 123_456,
};

/**
 * A small galaxy in which every rule of who sees what has somebody to try it on.
 *
 * - Hana (1:1) leads the Guild (20:1): she views and manages its datacards.
 * - Bram (1:2) is a member of the Guild who views datacards but manages none; his profile is private.
 * - Cleo (1:3) is a member of the Guild with no right to its datacards.
 * - Dorn (1:4) belongs to nobody.
 */
export async function loadGalaxy(store: Store): Promise<void> {
  await store.transaction(async (store) => {
    const { load } = store;
    await load.write('entity', [
      { uid: '20:1', name: 'The Lantern Guild', ownerUid: null },
      { uid: '20:2', name: 'Quiet Harbour', ownerUid: null },
      { uid: '22:1', name: 'Ashari', ownerUid: null },
      { uid: '2:1', name: 'Heron freighter', ownerUid: null },
      { uid: '2:2', name: 'Wren courier', ownerUid: null },
    ]);
    await load.write('character', [
      { ...character, uid: '1:1', name: 'Hana Veil' },
      { ...character, uid: '1:2', name: 'Bram Oster', isPrivate: true },
      { ...character, uid: '1:3', name: 'Cleo Ray', raceUid: null },
      { ...character, uid: '1:4', name: 'Dorn' },
    ]);
    await load.write('membership', [
      { characterUid: '1:1', factionUid: '20:1', primary: true, canViewDatacards: true, canManageDatacards: true },
      { characterUid: '1:1', factionUid: '20:2', primary: false, canViewDatacards: false, canManageDatacards: false },
      { characterUid: '1:2', factionUid: '20:1', primary: true, canViewDatacards: true, canManageDatacards: false },
      { characterUid: '1:3', factionUid: '20:1', primary: true, canViewDatacards: false, canManageDatacards: false },
    ]);
    await load.write('entity', [
      { uid: '4:1', name: 'Ember Works', ownerUid: '20:1' },
      { uid: '4:2', name: 'Tidal Yard', ownerUid: '1:1' },
      { uid: '5:1', name: 'Halcyon Station', ownerUid: null },
    ]);
    await load.write('datacard', [
      { uid: '14:1', ownerUid: '20:1', entityUid: '2:1', totalUses: 100, assignments: [] },
      { uid: '14:2', ownerUid: '20:1', entityUid: '2:2', totalUses: -1, assignments: [] },
      {
        uid: '14:3',
        ownerUid: '20:1',
        entityUid: '2:1',
        totalUses: 10,
        assignments: [{ locationUid: '4:1', uses: 4 }],
      },
      { uid: '14:4', ownerUid: '20:2', entityUid: '2:1', totalUses: 5, assignments: [] },
    ]);
    await load.write('event', [
      { uid: '39:1', receiverUid: '1:1', time: NOW - 60, text: 'You have gained 12 experience.' },
      { uid: '39:2', receiverUid: '1:2', time: NOW - 50, text: 'You have gained 3 experience.' },
    ]);
    await load.write(
      'transaction',
      Array.from({ length: 2500 }, (_, index) => ({
        id: index + 1,
        time: NOW - 100_000 + index,
        amount: 10 + (index % 90),
        senderUid: index % 2 === 0 ? '1:1' : '20:1',
        receiverUid: index % 2 === 0 ? '20:1' : '1:1',
        communication: `Lot ${index + 1}`,
      })),
    );
    await load.write('client', [
      { id: 'console', name: 'Trade console', createdAt: NOW - 1000, revokedAt: null },
      { id: 'other', name: 'Another client', createdAt: NOW - 1000, revokedAt: null },
    ]);
  });
}

/** Adds characters who are like the others in all but what is given. */
export async function addCharacters(store: Store, rows: { uid: string; name: string }[]): Promise<void> {
  await store.transaction(async ({ load }) => {
    const { refused } = await load.write(
      'character',
      rows.map((row) => ({ ...character, ...row })),
    );
    if (refused.length > 0) throw new Error(refused[0]?.reason);
  });
}

/** Makes a token for a character; all permissions unless some are named. */
export async function tokenFor(
  store: Store,
  characterUid: string,
  permissions: Permission[] = permissionNames,
  { clientId = 'console', expiresAt = FAR } = {},
): Promise<string> {
  const grant = { clientId, characterUid, permissions, expiresAt };
  return (await store.transaction((store) => store.tokens.create(grant, NOW - 1000))).token;
}

import fc from 'fast-check';

/** Choices that random-galaxy.ts makes a galaxy of. A number stands for one of the things that there are by then. */
export type Choices = ReturnType<typeof choices> extends fc.Arbitrary<infer Value> ? Value : never;

/** The numbers of the things that a galaxy may have, few enough for two galaxies to share most. */
export const numbers = {
  races: [1, 2],
  factions: [1, 2, 3, 4],
  characters: [1, 2, 3, 4, 5, 6],
  accounts: [1, 2, 3],
};

const FACTION_NAMES = ['Harbour', 'Lantern', 'Umber', 'Tidal'];
const CHARACTER_NAMES = ['Ines Marsh', 'Olan Reed', 'Mara Voss', 'Tovi Lund', 'Sel Arda', 'Ruk Benn'];
const ACCOUNT_NAMES = ['ines', 'olan', 'mara'];

const pick = fc.nat({ max: 999 });
const flag = fc.boolean();
const time = fc.integer({ min: 1_700_000_000, max: 1_771_000_000 });
const someOf = <T>(...all: T[]) => fc.subarray(all);
/** Every order of some texts: galaxies swap names. */
const orderOf = (all: string[]) => fc.shuffledSubarray(all, { minLength: all.length });
/** A list of a thing for each number, absent ones included. */
const each = <T>(count: number, thing: fc.Arbitrary<T>) =>
  fc.array(fc.option(thing, { nil: undefined, freq: 3 }), { minLength: count, maxLength: count });

/** Generates the choices for a galaxy with all kinds of records. */
export function choices() {
  return fc.record({
    races: someOf(...numbers.races),
    factions: someOf(...numbers.factions),
    factionNames: orderOf(FACTION_NAMES),
    characters: someOf(...numbers.characters),
    characterNames: orderOf(CHARACTER_NAMES),
    profiles: fc.array(
      fc.record({ race: pick, credits: fc.integer({ min: -5, max: 5 }), isPrivate: flag, biography: someOf('a', 'b') }),
      { minLength: 6, maxLength: 6 },
    ),
    memberships: fc.array(fc.record({ character: pick, faction: pick, views: flag, manages: flag }), { maxLength: 8 }),
    primary: fc.array(pick, { minLength: 6, maxLength: 6 }),
    things: each(6, fc.record({ name: someOf('x', 'y'), owner: fc.option(pick) })),
    datacards: each(
      5,
      fc.record({
        ...{ owner: pick, entity: pick, total: fc.constantFrom(-1, 20, 21) },
        assignments: fc.array(fc.record({ location: pick, uses: fc.integer({ min: 1, max: 5 }) }), { maxLength: 3 }),
      }),
    ),
    events: each(4, fc.record({ receiver: pick, time, type: fc.constantFrom(null, 'XP'), text: someOf('t') })),
    transactions: each(4, fc.record({ sender: pick, receiver: pick, time, amount: fc.nat({ max: 9 }) })),
    accounts: someOf(...numbers.accounts),
    accountNames: orderOf(ACCOUNT_NAMES),
    guests: each(2, fc.record({ isDisabled: flag })),
    links: fc.array(fc.record({ account: pick, character: pick }), { maxLength: 4 }),
    clients: each(3, fc.record({ name: someOf('n'), isRevoked: flag, isPublic: flag })),
    grants: each(
      4,
      fc.record({
        ...{ client: pick, character: pick, account: fc.option(pick), isRevoked: flag },
        permissions: someOf('character_read', 'character_stats', 'character_credits'),
      }),
    ),
    tokens: each(4, fc.record({ grant: pick, isRevoked: flag, expiry: time })),
    changes: each(2, fc.record({ datacard: pick, location: pick, client: pick, character: pick })),
    keys: each(2, fc.record({ client: pick, character: pick, time })),
    blacklist: each(2, fc.record({ expiry: time })),
    facts: each(2, fc.record({ value: someOf('v', 'w') })),
    /** What records with `removed` name: of the things that are there, and that the files do not name. */
    removals: fc.array(fc.record({ target: pick, name: fc.option(fc.constant('Removed player')) }), { maxLength: 4 }),
    /** The order of the lines. */
    order: fc.nat(),
    files: fc.integer({ min: 1, max: 3 }),
  });
}

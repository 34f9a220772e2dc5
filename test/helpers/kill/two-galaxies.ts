const DAY = 1_771_000_000;

/** Two galaxies, and the way back: files that `svcapi import --sync` takes, with every kind of change between them. */
export interface TwoGalaxies {
  first: string;
  second: string;
  /** Makes the first one of the second one again, which has removals of its new transactions and events. */
  back: string;
}

/**
 * Writes two galaxies: names that swap, factions that change, characters, stations and datacards that come and go, and new
 * transactions and events.
 *
 * @param size the number of characters; there are ten times as many transactions
 */
export function twoGalaxies(size: number): TwoGalaxies {
  const each = (count: number, make: (number: number) => object) =>
    Array.from({ length: count }, (_, index) => make(index + 1));
  const galaxy = (isSecond: boolean) => [
    ...each(20, (n) => ({ kind: 'faction', uid: `20:${n}`, name: `Faction ${n}` })),
    { kind: 'entity', uid: '2:1', name: 'Heron freighter' },
    ...each(20, (n) => ({ kind: 'entity', uid: `4:${isSecond && n > 18 ? n + 20 : n}`, name: `Yard ${n}` })),
    ...each(size, (n) => {
      // Neighbours swap their names, and the last tenth is exchanged for others.
      const isOther = isSecond && n > size * 0.9;
      const name = isSecond ? ((n - 1) ^ 1) + 1 : n;
      return {
        kind: 'character',
        uid: `1:${isOther ? n + size : n}`,
        name: `Pilot ${name}`,
        credits: isSecond ? n : 0,
      };
    }),
    ...each(size * 0.9, (n) => {
      const faction = `20:${((isSecond ? n * 3 : n) % 20) + 1}`;
      return { kind: 'membership', character: `1:${n}`, faction, primary: true };
    }),
    ...each(20, (n) => ({
      ...{ kind: 'datacard', uid: `14:${isSecond && n > 18 ? n + 20 : n}`, owner: `20:${n}`, entity: '2:1' },
      ...{ total_uses: isSecond ? 60 : 50, assignments: each(3, (m) => ({ location: `4:${m * 6}`, uses: 5 })) },
    })),
    ...each(isSecond ? size * 10 : size, (n) => ({
      ...{ kind: 'transaction', id: n, time: DAY + n, amount: isSecond && n % 10 === 0 ? 7 : 5 },
      ...{ sender: `1:${(n % 9) + 1}`, receiver: `20:${(n % 9) + 1}` },
    })),
    ...each(isSecond ? size : size / 2, (n) => ({
      ...{ kind: 'event', uid: `39:${n}`, receiver: `1:${(n % 9) + 1}`, time: DAY + n, text: `${n}` },
    })),
  ];
  const text = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const removals = [
    ...each(size * 9, (n) => ({ kind: 'transaction', id: size + n, removed: true })),
    ...each(size / 2, (n) => ({ kind: 'event', uid: `39:${size / 2 + n}`, removed: true })),
  ];
  return { first: text(galaxy(false)), second: text(galaxy(true)), back: text([...galaxy(false), ...removals]) };
}

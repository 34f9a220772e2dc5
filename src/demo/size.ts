/** The numbers of things in a demo galaxy. */
export type Counts = ReturnType<typeof countsOf>;

/** The largest size: two million characters and two hundred million transactions. */
export const MAX_SIZE = 10_000;

/**
 * Returns the contents of a demo galaxy of a size. All numbers grow with the size, except those of types; factions grow
 * with its root.
 *
 * @throws {RangeError} unless the size is a number above 0 and not above 10,000
 */
export function countsOf(size: number) {
  if (!(size > 0 && size <= MAX_SIZE)) throw new RangeError(`The size must be above 0 and at most ${MAX_SIZE}.`);
  const scaled = (count: number, least: number) => Math.max(least, Math.round(count * size));
  return {
    races: 10,
    factions: Math.max(3, Math.round(12 * Math.sqrt(size))),
    characters: scaled(200, 20),
    shipTypes: 24,
    vehicleTypes: 8,
    itemTypes: 6,
    droidTypes: 4,
    /** Creatures, materials, stocks and weapons together. */
    otherThings: 15,
    npcs: 12,
    facilities: scaled(90, 12),
    stations: scaled(30, 6),
    datacards: scaled(300, 12),
    transactions: scaled(20_000, 200),
    events: scaled(2_000, 20),
  };
}

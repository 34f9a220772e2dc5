import { EPOCH } from '../domain/galactic-time.js';
import { uidOf } from '../domain/uid.js';

export interface DemoOptions {
  /** 1 is 200 characters and 20,000 transactions. */
  size: number;
  /** Any whole number: the same seed makes the same galaxy. */
  seed: number;
  /** Unix seconds: the end of the history. */
  now: number;
}

/** The parameters of a demo galaxy. */
export type Setting = ReturnType<typeof settingOf>;

/** The largest size: 20,000 characters and two million transactions. */
export const MAX_SIZE = 100;

const DAY = 86_400;

/** The length of the demo galaxy's history, in seconds: three years of the game. */
const HISTORY = 3 * 365 * DAY;

/**
 * Returns the numbers of things in a demo galaxy, which grow with its size, factions with its root, and the start of its history.
 *
 * @throws {RangeError} when the size is out of range, the seed is no exact whole number, or the present is not later
 * than Year 0 Day 1
 */
export function settingOf({ size, seed, now }: DemoOptions) {
  if (!(size > 0 && size <= MAX_SIZE)) throw new RangeError(`The size must be above 0 and at most ${MAX_SIZE}.`);
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed must be a whole number.');
  if (!Number.isSafeInteger(now) || now <= EPOCH + DAY)
    throw new RangeError('The present must be later than Year 0 Day 2.');
  const scaled = (count: number, least: number) => Math.max(least, Math.round(count * size));
  const counts = {
    npcs: 12,
    factions: Math.max(3, Math.round(12 * Math.sqrt(size))),
    characters: scaled(200, 20),
    facilities: scaled(90, 12),
    stations: scaled(30, 6),
    datacards: scaled(300, 12),
    transactions: scaled(20_000, 200),
    events: scaled(2_000, 20),
  };
  return { counts, seed, start: Math.max(EPOCH, now - HISTORY), now };
}

/** The uids of things by their number from 0: the first of each type is `type:1`. */
export const characterUid = (number: number) => uidOf('character', number + 1);
export const factionUid = (number: number) => uidOf('faction', number + 1);
export const facilityUid = (number: number) => uidOf('facility', number + 1);
export const stationUid = (number: number) => uidOf('station', number + 1);

import { EPOCH } from '../domain/galactic-time.js';
import { uidOf } from '../domain/uid.js';

export interface DemoOptions {
  /** 1 is 200 characters and 20,000 transactions. */
  size: number;
  seed: number;
  /** Unix seconds: the end of the history. */
  now: number;
}

export type Setting = ReturnType<typeof settingOf>;

export const MAX_SIZE = 100;

const DAY = 86_400;

/** Returns the counts, which grow with the size (factions with its root), and the start. @throws {RangeError} for an invalid option */
export function settingOf({ size, seed, now }: DemoOptions) {
  const isValid = size > 0 && size <= MAX_SIZE && [seed, now].every(Number.isSafeInteger) && now > EPOCH + DAY;
  if (!isValid)
    throw new RangeError(`A demo needs a size up to ${MAX_SIZE}, a whole seed, and a time from Year 0 Day 2.`);
  const scaled = (count: number, least: number) => Math.max(least, Math.round(count * size));
  const counts = {
    factions: Math.max(3, Math.round(12 * Math.sqrt(size))),
    characters: scaled(200, 20),
    facilities: scaled(90, 12),
    datacards: scaled(300, 12),
    transactions: scaled(20_000, 200),
    events: scaled(2_000, 20),
  };
  return { counts, seed, start: Math.max(EPOCH, now - 3 * 365 * DAY), now };
}

/** Numbers start at 0, uids at `type:1`. */
export const characterUid = (number: number) => uidOf('character', number + 1);
export const factionUid = (number: number) => uidOf('faction', number + 1);
export const facilityUid = (number: number) => uidOf('facility', number + 1);

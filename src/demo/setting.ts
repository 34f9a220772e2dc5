import { EPOCH } from '../domain/galactic-time.js';
import { uidOf } from '../domain/uid.js';
import { type Counts, countsOf } from './size.js';

export interface DemoOptions {
  /** 1 is about 200 characters and 20,000 transactions; see `countsOf`. */
  size: number;
  /** Any whole number: the same seed makes the same galaxy. */
  seed: number;
  /** Unix seconds: the end of the history. */
  now: number;
}

/** The parameters of a demo galaxy. */
export interface Setting {
  counts: Counts;
  seed: number;
  /** Unix seconds: the start and the end of the history. */
  start: number;
  now: number;
}

const DAY = 86_400;

/** The length of the demo galaxy's history, in seconds: three years of the game. */
const HISTORY = 3 * 365 * DAY;

/**
 * @throws {RangeError} when the size is out of range, the seed is no exact whole number, or the present is not later
 * than Year 0 Day 1
 */
export function settingOf({ size, seed, now }: DemoOptions): Setting {
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed must be a whole number.');
  if (!Number.isSafeInteger(now) || now <= EPOCH + DAY)
    throw new RangeError('The present must be later than Year 0 Day 2.');
  return { counts: countsOf(size), seed, start: Math.max(EPOCH, now - HISTORY), now };
}

/** The uids of things by their number from 0: the first of each type is `type:1`. */
export const characterUid = (number: number) => uidOf('character', number + 1);
export const factionUid = (number: number) => uidOf('faction', number + 1);
export const facilityUid = (number: number) => uidOf('facility', number + 1);
export const stationUid = (number: number) => uidOf('station', number + 1);

import { Random } from '../../src/demo/random.js';
import { habits, type Polled } from './habits.js';

/** The calls of a day, for one player of the game, active or not. */
export interface Day {
  /** Calls of the busiest minute, in a second. */
  peak: Record<Kind, number>;
  /** Calls of the whole day. */
  total: Record<Kind, number>;
  /** Programs with streams, and players who were there within an hour, at their most. */
  streams: number;
  addresses: number;
}

export type Kind = Polled | 'changes';

export const kinds: readonly Kind[] = ['character', 'creditlog', 'events', 'changes'];

const MINUTES = 24 * 60;

/** Players of the simulation: the plans multiply their mean. */
export const PLAYERS = 20_000;

/** Simulates a day of players, minute by minute, and returns the mean of a player. The same seed gives the same day. */
export function simulateDay(players = PLAYERS, seed = 1): Day {
  const random = new Random(seed, 'scaling');
  const calls = Object.fromEntries(kinds.map((kind) => [kind, new Float64Array(MINUTES)])) as Record<
    Kind,
    Float64Array
  >;
  const streams = new Float64Array(MINUTES);
  const present = new Float64Array(MINUTES);
  for (let player = 0; player < players; player++) {
    if (!random.chance(habits.activeShare)) continue;
    const [least, most] = habits.hours;
    const length = Math.round(60 * (least + random.next() * (most - least)));
    const begin = beginOf(random);
    const hasProgram = random.chance(habits.programShare);
    const hasStreams = hasProgram && random.chance(habits.streamShare);
    for (let minute = 0; minute < length + 60; minute++) {
      const at = (begin + minute) % MINUTES;
      // The counters of an address stay for the rest of their window.
      add(present, at, 1);
      if (minute >= length) continue;
      add(calls.changes, at, habits.changesPerHour / 60);
      if (!hasProgram) continue;
      if (hasStreams) add(streams, at, 2);
      for (const [route, seconds] of Object.entries(habits.poll) as [Polled, number][]) {
        if (!hasStreams || route === 'character') add(calls[route], at, Math.min(60 / seconds, habits.limit / 60));
      }
    }
  }
  const busiest = busiestMinute(calls);
  return {
    peak: mapKinds((kind) => (calls[kind][busiest] ?? 0) / 60 / players),
    total: mapKinds((kind) => calls[kind].reduce((sum, each) => sum + each, 0) / players),
    streams: Math.max(...streams) / players,
    addresses: Math.max(...present) / players,
  };
}

/** Returns the minute at which a player comes: more of them do around the busiest hour. */
function beginOf(random: Random): number {
  for (;;) {
    const minute = random.below(MINUTES);
    const distance = Math.abs(minute / 60 - habits.peakHour);
    // A triangle: twelve hours from the peak the fewest come.
    const share = 1 - habits.swing * (Math.min(distance, 24 - distance) / 12);
    if (random.chance(share)) return minute;
  }
}

function busiestMinute(calls: Record<Kind, Float64Array>): number {
  const sums = Array.from({ length: MINUTES }, (_, at) => kinds.reduce((sum, kind) => sum + (calls[kind][at] ?? 0), 0));
  return sums.indexOf(Math.max(...sums));
}

function add(minutes: Float64Array, at: number, count: number): void {
  minutes[at] = (minutes[at] ?? 0) + count;
}

export function mapKinds(value: (kind: Kind) => number): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Record<Kind, number>;
}

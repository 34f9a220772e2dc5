import { uidOf } from '../domain/uid.js';
import type { EventRow } from '../model/event.js';
import { placeName, shipTypes } from './names.js';
import { Random } from './random.js';
import { characterUid, type Setting } from './setting.js';

const texts: readonly [string, ...string[]] = [
  'You have gained {points} experience points for a completed survey of {place}.',
  'You have gained {points} experience points in production.',
  'You have gained {points} experience points for a safe landing at {place}.',
  'Your {ship} has arrived at {place}.',
  'Your {ship} has been repaired at {place} Dock.',
  'Production at {place} Works is complete: {points} parts are ready.',
  'You have been treated at {place} & feel better: +{points} health.',
  'A prospector’s report from {place} is in: “{points} tons, grade < 3”.',
];

/** The last part of history in which events happen, as a share of it. */
const RECENT = 0.3;

/** About how many events the demo character gets, if there are that many. */
const OURS = 90;

/** Events in the order of time, the first of them the demo character's. */
export function* events({ counts, seed, start, now }: Setting): Generator<EventRow> {
  const random = new Random(seed, 'events');
  const span = (now - start) * RECENT;
  for (let number = 0; number < counts.events; number += 1) {
    const ours = random.chance(Math.min(0.3, OURS / counts.events)) || number === 0;
    const receiver = ours ? 0 : 1 + random.skewed(counts.characters - 1, 2);
    yield {
      uid: uidOf('event', number + 1),
      receiver_uid: characterUid(receiver),
      time: Math.floor(now - span + (span * (number + random.next())) / counts.events),
      text: eventText(random),
    };
  }
}

function eventText(random: Random): string {
  const points = 5 + random.skewed(400, 2);
  const place = placeName(random.below(300));
  const ship = shipTypes[random.below(shipTypes.length)] ?? '';
  return random.pick(texts).replace('{points}', String(points)).replace('{place}', place).replace('{ship}', ship);
}

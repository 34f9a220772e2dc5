import { uidOf } from '../domain/uid.js';
import type { EventRow } from '../model/event.js';
import { placeName, shipTypes } from './names.js';
import { Random } from './random.js';
import { characterUid, type Setting } from './setting.js';

type Text = readonly [type: string | null, text: string];

/** Texts with their type; some have none. */
const texts: readonly [Text, ...Text[]] = [
  ['XP', 'You have gained {points} experience points for a completed survey of {place}.'],
  ['XP', 'You have gained {points} experience points in production.'],
  ['XP', 'You have gained {points} experience points for a safe landing at {place}.'],
  ['Travel', 'Your {ship} has arrived at {place}.'],
  ['Repair', 'Your {ship} has been repaired at {place} Dock.'],
  ['Production', 'Production at {place} Works is complete: {points} parts are ready.'],
  [null, 'You have been treated at {place} & feel better: +{points} health.'],
  [null, 'A prospector’s report from {place} is in: “{points} tons, grade < 3”.'],
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
      ...typeAndText(random),
    };
  }
}

function typeAndText(random: Random): Pick<EventRow, 'type' | 'text'> {
  const points = 5 + random.skewed(400, 2);
  const place = placeName(random.below(300));
  const ship = shipTypes[random.below(shipTypes.length)] ?? '';
  const [type, text] = random.pick(texts);
  return {
    type,
    text: text.replace('{points}', String(points)).replace('{place}', place).replace('{ship}', ship),
  };
}

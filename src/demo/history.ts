import { uidOf } from '../domain/uid.js';
import type { EventRow } from '../model/event.js';
import type { TransactionRow } from '../model/transaction.js';
import { placeName, types } from './names.js';
import { Random } from './random.js';
import { characterUid, factionUid, type Setting } from './setting.js';

/** The faction that pays everybody's first money; its balance is not kept. */
const BANK = 1;

const OWN_TRANSACTIONS = 1200;
const OWN_EVENTS = 90;

/** Shares of the history: characters join in its first half, events happen in its last 30 %. */
const JOINING = 0.5;
const RECENT = 0.3;

type Party = 'character' | 'faction';

/** `share` is the largest part of the payer's balance; `texts` are separated by `|`. */
const payments: { from: Party; to: Party; share: number; texts: string }[] = [
  { from: 'character', to: 'character', share: 0.04, texts: 'Payment for {n} units of {good}|{good} ({n})' },
  { from: 'character', to: 'faction', share: 0.04, texts: '{n} units of {good}, as agreed|{n} × {good} – at {place}' },
  { from: 'faction', to: 'character', share: 0.04, texts: '{n} × {good} – delivered at {place}|{good} ({n})' },
  { from: 'character', to: 'character', share: 0.02, texts: '|Thanks!|Paying you back|For the trip to {place} & back' },
  { from: 'faction', to: 'character', share: 0.01, texts: 'Salary|Wages, {n} hours|Salary and bonus|Shift at {place}' },
  {
    from: 'character',
    to: 'faction',
    share: 0.02,
    texts: 'Docking fee, {place}|Repairs at {place}|Berth for {n} days',
  },
  { from: 'faction', to: 'faction', share: 0.05, texts: 'Freight, {place} route|Joint venture at {place}, part {n}' },
];

const goods = 'water ice, grain, iron ore, timber, copper wire, plate glass, machine parts, medicine'.split(', ');

/** Generates payments. Only the bank creates money, so nobody owes. `balances` gets the results: factions first, then characters. */
export function* transactions({ counts, seed, start, now }: Setting, balances: number[]): Generator<TransactionRow> {
  const { factions, characters, transactions: total } = counts;
  const random = new Random(seed, 'ledger');
  const uid = (account: number) => (account < factions ? factionUid(account) : characterUid(account - factions));
  const has = (account: number) => (account === BANK ? 1_000_000 : (balances[account] ?? 0));
  let joined = 0;
  const choose = (party: Party) => {
    if (party === 'faction') return random.skewed(factions);
    if (joined <= 1 || random.chance(Math.min(0.25, OWN_TRANSACTIONS / total))) return factions;
    return factions + 1 + random.skewed(joined - 1);
  };
  const open = (account: number) => {
    const amount = account < factions ? 100_000 * (1 + random.skewed(90)) : 1000 * (2 + random.skewed(50));
    return {
      from: BANK,
      to: account === BANK ? 0 : account,
      amount,
      text: account < factions ? 'Founding capital' : 'Settler’s grant',
    };
  };
  const pay = () => {
    const { share, texts, ...parties } = random.pick(payments);
    const from = choose(parties.from);
    const other = choose(parties.to);
    const to = from !== other ? other : from === 0 ? BANK : 0;
    const most = has(from) * share * random.next() * ((from - factions) % 5 === 3 ? 0.01 : 5);
    const round = most >= 10_000 ? 1000 : most >= 500 ? 50 : 5;
    const amount = Math.min(has(from), Math.max(5 + 5 * random.skewed(20), Math.floor(most / round) * round));
    return { from, to, amount, text: random.pick(texts.split('|')) };
  };
  for (let index = 0; index < total; index += 1) {
    const isJoining = joined < Math.min(characters, (characters * (index + 1)) / (total * JOINING));
    if (index >= factions && isJoining) joined += 1;
    const joining = index < factions ? index : isJoining ? factions + joined - 1 : undefined;
    const { from, to, amount, text } = joining === undefined ? pay() : open(joining);
    balances[from] = (balances[from] ?? 0) - amount;
    balances[to] = (balances[to] ?? 0) + amount;
    yield {
      id: index + 1,
      time: Math.floor(start + ((now - start) * (index + random.next())) / total),
      amount,
      sender_uid: uid(from),
      receiver_uid: uid(to),
      communication: text
        .replace('{n}', String(1 + random.below(40)))
        .replace('{good}', random.pick(goods))
        .replace('{place}', placeName(random.below(300))),
    };
  }
}

const eventTexts = [
  ['XP', 'You have gained {points} experience points for a completed survey of {place}.'],
  ['XP', 'You have gained {points} experience points in production.'],
  ['XP', 'You have gained {points} experience points for a safe landing at {place}.'],
  ['Travel', 'Your {ship} has arrived at {place}.'],
  ['Repair', 'Your {ship} has been repaired at {place} Dock.'],
  ['Production', 'Production at {place} Works is complete: {points} parts are ready.'],
  [null, 'You have been treated at {place} & feel better: +{points} health.'],
  [null, 'A prospector’s report from {place} is in: “{points} tons, grade < 3”.'],
] as const;

/** Generates events by time. The first belongs to the demo character, as `demoUids` promises. */
export function* events({ counts, seed, start, now }: Setting): Generator<EventRow> {
  const random = new Random(seed, 'events');
  const span = (now - start) * RECENT;
  for (let number = 0; number < counts.events; number += 1) {
    const isOwn = random.chance(Math.min(0.3, OWN_EVENTS / counts.events)) || number === 0;
    const [type, text] = random.pick(eventTexts);
    yield {
      uid: uidOf('event', number + 1),
      receiver_uid: characterUid(isOwn ? 0 : 1 + random.skewed(counts.characters - 1)),
      time: Math.floor(now - span + (span * (number + random.next())) / counts.events),
      type,
      text: text
        .replace('{points}', String(5 + random.skewed(400)))
        .replace('{place}', placeName(random.below(300)))
        .replace('{ship}', types.ship[random.below(types.ship.length)] ?? ''),
    };
  }
}

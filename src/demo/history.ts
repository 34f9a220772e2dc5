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

/** The share of the history in which events happen: its end. */
const RECENT = 0.3;

type Party = 'character' | 'faction';

const payments: { from: Party; to: Party; texts: string[] }[] = [
  { from: 'character', to: 'character', texts: ['Payment for {n} units of {good}', '{good} ({n})'] },
  { from: 'character', to: 'character', texts: ['', 'Thanks!', 'For the trip to {place} & back'] },
  { from: 'character', to: 'faction', texts: ['{n} × {good} – at {place}', 'Docking fee, {place}'] },
  { from: 'faction', to: 'character', texts: ['Wages, {n} hours', '{n} × {good} – delivered at {place}'] },
  { from: 'faction', to: 'faction', texts: ['Freight, {place} route'] },
];

const goods = ['water ice', 'grain', 'iron ore', 'timber', 'copper wire', 'machine parts', 'medicine'];

/**
 * Generates payments. Only the bank creates money, in the first payment to each account, so nobody owes.
 * `balances` gets the results: factions first, then characters.
 */
export function* transactions({ counts, seed, start, now }: Setting, balances: number[]): Generator<TransactionRow> {
  const { factions, characters, transactions: total } = counts;
  const random = new Random(seed, 'ledger');
  const uid = (account: number) => (account < factions ? factionUid(account) : characterUid(account - factions));
  const has = (account: number) => (account === BANK ? 1_000_000 : (balances[account] ?? 0));
  const choose = (party: Party) => {
    if (party === 'faction') return random.skewed(factions);
    if (random.chance(Math.min(0.25, OWN_TRANSACTIONS / total))) return factions;
    return factions + 1 + random.skewed(characters - 1);
  };
  const open = (account: number) => {
    const amount = account < factions ? 100_000 * (1 + random.skewed(90)) : 1000 * (2 + random.skewed(50));
    return { from: BANK, to: account === BANK ? 0 : account, amount, text: 'A first fund' };
  };
  const pay = () => {
    const { texts, ...parties } = random.pick(payments);
    const from = choose(parties.from);
    const other = choose(parties.to);
    const to = from !== other ? other : from === 0 ? BANK : 0;
    // Some save their money.
    const most = Math.floor(has(from) * random.next() * (from % 5 === 3 ? 0.0004 : 0.2));
    const amount = Math.min(has(from), Math.max(5 + 5 * random.skewed(20), most));
    return { from, to, amount, text: random.pick(texts) };
  };
  for (let index = 0; index < total; index += 1) {
    const { from, to, amount, text } = index < factions + characters ? open(index) : pay();
    balances[from] = (balances[from] ?? 0) - amount;
    balances[to] = (balances[to] ?? 0) + amount;
    yield {
      id: index + 1,
      time: Math.floor(start + ((now - start) * (index + random.next())) / total),
      amount,
      sender_uid: uid(from),
      receiver_uid: uid(to),
      communication: filled(text, random),
    };
  }
}

function filled(text: string, random: Random): string {
  return text
    .replace('{n}', String(1 + random.below(40)))
    .replace('{good}', random.pick(goods))
    .replace('{place}', placeName(random.below(300)))
    .replace('{ship}', random.pick(types.ship));
}

const eventTexts = [
  ['XP', 'You have gained {n} experience points for a completed survey of {place}.'],
  ['Travel', 'Your {ship} has arrived at {place}.'],
  ['Production', 'Production at {place} Works is complete: {n} parts are ready.'],
  [null, 'A prospector’s report from {place} is in: “{n} tons of {good}, grade < 3”.'],
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
      text: filled(text, random),
    };
  }
}

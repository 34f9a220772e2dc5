import { placeName } from './names.js';

/** Why money changes hands, with what can be written beside it. `{n}` is a number of units, `{place}` a place. */
const reasons = {
  opening: ['Settler’s grant', 'Founding capital'],
  trade: [
    'Payment for {n} units of {good}',
    '{n} units of {good}, as agreed',
    '{n} × {good} – delivered at {place}',
    '{good} ({n})',
  ],
  gift: [
    '',
    'Thanks!',
    'With thanks for your help at {place}',
    'Paying you back',
    'For the trip to {place} & back',
    '',
  ],
  salary: ['Salary', 'Wages, {n} hours', 'Salary and bonus', 'Shift at {place}'],
  fee: ['Docking fee, {place}', 'Landing fee, {place}', 'Repairs at {place}', 'Membership fee', 'Berth for {n} days'],
  settlement: ['Settlement of accounts', 'Freight, {place} route', 'Joint venture at {place}, part {n}'],
} as const;

export type Reason = keyof typeof reasons;

/** Goods and what one unit of each costs, in credits. */
export const goods = [
  { name: 'water ice', price: 4 },
  { name: 'grain', price: 7 },
  { name: 'iron ore', price: 11 },
  { name: 'timber', price: 14 },
  { name: 'fertiliser', price: 19 },
  { name: 'copper wire', price: 26 },
  { name: 'plate glass', price: 38 },
  { name: 'machine parts', price: 75 },
  { name: 'reactor fuel', price: 140 },
  { name: 'medicine', price: 210 },
  { name: 'navigation cores', price: 900 },
] as const;

/**
 * Returns the text of a payment. It depends on the id of the transaction alone, so that the ledger can be walked
 * without making any of it.
 */
export function communication(reason: Reason, id: number, units: number, good: number): string {
  const choices = reasons[reason];
  return (choices[mix(id) % choices.length] ?? '')
    .replace('{n}', String(units))
    .replace('{good}', goods[good]?.name ?? '')
    .replace('{place}', placeName(mix(id + 1) % 300));
}

/** Spreads neighbouring numbers over 32 bits. */
function mix(number: number): number {
  const once = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) >>> 0;
}

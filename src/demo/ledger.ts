import { goods, type Reason } from './communications.js';
import { power } from './power.js';
import { Random } from './random.js';
import type { Setting } from './setting.js';

/** A transaction between two accounts: factions come first, by their number, characters after them. */
export interface Entry {
  /** From 1, in the order of time. */
  id: number;
  /** Unix seconds. */
  time: number;
  from: number;
  to: number;
  amount: number;
  reason: Reason;
  units: number;
  /** The index of the goods, if any are sold. */
  good: number;
}

/** The faction that everybody's first money comes from; its own balance is not kept. */
export const BANK = 1;

/** About how often the demo character trades: its log fills more than one run, however large the galaxy is. */
const OURS = 1200;

/** The part of history in which characters join, as a share of it. */
const JOINING = 0.5;

/** The largest share of its money that anyone spends on one purchase, and what part of that the thriftiest spend. */
const MOST = 0.25;
const LEAST_OF_MOST = 0.002;

type Payment = Pick<Entry, 'from' | 'to' | 'amount' | 'reason' | 'units' | 'good'>;

/**
 * The history of all credits, transaction by transaction. Money comes from the bank alone and is only passed on
 * afterwards: a character's credits are the sum of what it got less the sum of what it gave, and nobody ever owes.
 * Those who joined early trade most, and those who are thrifty grow rich.
 */
export class Ledger {
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #balances: Float64Array;
  /** The largest share of what it has that an account spends on one purchase. */
  readonly #spending: Float64Array;
  #joined = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#random = new Random(setting.seed, 'ledger');
    const { factions, characters } = setting.counts;
    this.#balances = new Float64Array(factions + characters);
    this.#spending = new Float64Array(factions + characters).fill(MOST);
    // Most spend what they get, and a few hardly anything; the demo character is to have something left.
    this.#spending[factions] = MOST / 10;
    for (let account = factions + 1; account < factions + characters; account += 1) {
      this.#spending[account] = MOST * power(LEAST_OF_MOST, power(this.#random.next(), 2));
    }
  }

  /** The credits of a character, by its number, after the entries so far. */
  credits(character: number): number {
    return this.#balances[this.#setting.counts.factions + character] ?? 0;
  }

  *entries(): Generator<Entry> {
    const { counts, start, now } = this.#setting;
    const total = counts.transactions;
    for (let index = 0; index < total; index += 1) {
      const time = Math.floor(start + ((now - start) * (index + this.#random.next())) / total);
      const payment = this.#opening(index) ?? this.#payment();
      this.#book(payment);
      yield { id: index + 1, time, ...payment };
    }
  }

  #book({ from, to, amount }: Payment): void {
    if (from !== BANK) this.#balances[from] = (this.#balances[from] ?? 0) - amount;
    if (to !== BANK) this.#balances[to] = (this.#balances[to] ?? 0) + amount;
  }

  /** The first money of the next faction or character, when it is due. */
  #opening(index: number): Payment | undefined {
    const { factions, characters, transactions } = this.#setting.counts;
    const random = this.#random;
    const opening = (to: number, amount: number): Payment => ({
      ...NO_GOODS,
      from: BANK,
      to,
      amount,
      reason: 'opening',
    });
    if (index < factions) return opening(index === BANK ? 0 : index, 100_000 * (1 + random.skewed(90, 2)));
    const due = (characters * (index + 1)) / (transactions * JOINING);
    if (this.#joined >= Math.min(due, characters)) return undefined;
    this.#joined += 1;
    return opening(factions + this.#joined - 1, 1000 * (2 + random.skewed(50, 3)));
  }

  #payment(): Payment {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.35) return this.#sale(this.#trader(), this.#trader());
    if (kind < 0.5) return this.#sale(this.#trader(), this.#faction());
    if (kind < 0.62) return this.#sale(this.#faction(), this.#trader());
    if (kind < 0.72) return this.#share(this.#trader(), this.#trader(), 'gift', 0.02);
    if (kind < 0.86) return this.#share(this.#faction(), this.#trader(), 'salary', 0.01);
    if (kind < 0.97) return this.#share(this.#trader(), this.#faction(), 'fee', 0.02);
    return this.#share(this.#faction(), this.#faction(), 'settlement', 0.05);
  }

  /** Goods that the buyer pays for, where they are not too dear. */
  #sale(buyer: number, seller: number): Payment {
    const random = this.#random;
    const good = random.below(goods.length);
    const price = goods[good]?.price ?? 1;
    const affordable = Math.floor((this.#has(buyer) * this.#spends(buyer)) / price);
    if (affordable < 1) return this.#share(buyer, seller, 'gift', 0.05);
    const units = 1 + random.skewed(Math.min(affordable, 5000), 2);
    return this.#pay({ from: buyer, to: seller, amount: units * price, reason: 'trade', units, good });
  }

  /** Up to a share of what the payer has, in round numbers where it is much. */
  #share(from: number, to: number, reason: Reason, share: number): Payment {
    const ease = this.#spends(from) / MOST;
    const most = this.#has(from) * share * ease * 2 * this.#random.next();
    const round = most >= 10_000 ? 1000 : most >= 500 ? 50 : 5;
    const amount = Math.max(5 + 5 * this.#random.skewed(20, 2), Math.floor(most / round) * round);
    return this.#pay({ from, to, amount, reason, units: 1 + (amount % 12), good: 0 });
  }

  /** The payment, where nobody gives more than they have, and nobody pays themselves. */
  #pay(payment: Payment): Payment {
    const { from, to, amount } = payment;
    return { ...payment, to: from === to ? this.#neighbour(to) : to, amount: Math.min(amount, this.#has(from)) };
  }

  #has(account: number): number {
    return account === BANK ? 1_000_000 : (this.#balances[account] ?? 0);
  }

  #spends(account: number): number {
    return this.#spending[account] ?? MOST;
  }

  #neighbour(account: number): number {
    const { factions } = this.#setting.counts;
    if (account < factions) return (account + 1) % factions;
    return this.#joined > 1 ? factions + ((account - factions + 1) % this.#joined) : 0;
  }

  #faction(): number {
    return this.#random.skewed(this.#setting.counts.factions, 1.3);
  }

  /** One of the characters that have joined, the demo character now and then. */
  #trader(): number {
    const { factions, transactions } = this.#setting.counts;
    const random = this.#random;
    if (this.#joined <= 1 || random.chance(Math.min(0.2, OURS / transactions))) return factions;
    return factions + 1 + random.skewed(this.#joined - 1, 2.2);
  }
}

const NO_GOODS = { units: 1, good: 0 };

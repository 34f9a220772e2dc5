import { plot } from 'simple-ascii-chart';
import { formatCgt } from '../../domain/galactic-time.js';
import type { Connection } from '../connection/connect.js';
import type { Context } from '../context.js';
import { isUtf8 } from '../io.js';
import { formatQuantity } from '../output/columns.js';
import { isoDate } from '../output/dates.js';
import type { Printer } from '../output/print.js';
import { wrap } from '../output/width.js';
import { changeOf, type Transaction, timeOf } from './transaction.js';

const HEIGHT = 12;
const MIN_WIDTH = 10;

/** `time` is in Unix seconds. */
interface BalancePoint {
  time: number;
  balance: number;
}

/** The balance over time, counted from 0: the real first balance is known only at the end. */
export class Balance {
  readonly points: BalancePoint[] = [];
  lowest: BalancePoint | undefined;
  highest: BalancePoint | undefined;

  add(time: number, change: number): void {
    const last = this.points.at(-1);
    // The log is ordered by id: after the clock was set back, times would run backwards.
    const point = { time: Math.max(time, last?.time ?? time), balance: (last?.balance ?? 0) + change };
    this.points.push(point);
    if (!this.lowest || point.balance < this.lowest.balance) this.lowest = point;
    if (!this.highest || point.balance > this.highest.balance) this.highest = point;
  }

  get period(): [begin: number, end: number] {
    return [this.points[0]?.time ?? 0, this.points.at(-1)?.time ?? 0];
  }

  /** Returns the balance at the end of each of `parts` equal periods, or the extreme in its period, so that no peak is lost. */
  curve(parts: number): BalancePoint[] {
    const { points } = this;
    const [begin, end] = this.period;
    const length = (end - begin) / parts;
    let index = 0;
    const curve = Array.from({ length: parts }, (_, part) => {
      const time = part === parts - 1 ? end : begin + length * (part + 1);
      while ((points[index + 1]?.time ?? Number.POSITIVE_INFINITY) <= time) index++;
      return { time, balance: points[index]?.balance ?? 0 };
    });
    for (const extreme of [this.lowest, this.highest]) {
      const point = extreme && curve[Math.max(0, Math.ceil((extreme.time - begin) / length) - 1)];
      // The curve ends at the current balance.
      if (point && point !== curve.at(-1)) point.balance = extreme.balance;
    }
    return curve;
  }
}

export async function plotBalance(
  context: Context,
  printer: Printer<Transaction>,
  connection: Connection,
  uid: string,
  transactions: AsyncIterable<Transaction>,
): Promise<void> {
  const balance = new Balance();
  for await (const row of transactions) balance.add(timeOf(row), changeOf(row));
  if (balance.points.length === 0) return context.info('There are no transactions to plot.');
  const { data } = await connection.call('GET /character/{uid}/credits', { params: { uid } });
  await printer.text(renderBalance(uid, balance, data.credits, context.stdout.width, !isUtf8(context.io.env)));
}

/** @param credits the balance at the end; null when the service does not name it, and the balance starts at 0 */
export function renderBalance(
  uid: string,
  balance: Balance,
  credits: number | null,
  width: number,
  ascii = false,
): string {
  const { lowest, highest, period, points } = balance;
  if (!lowest || !highest) return '';
  const current = points.at(-1)?.balance ?? 0;
  const begin = credits === null ? 0 : credits - current;
  const label = (name: string, point: BalancePoint) =>
    `${name} ${formatQuantity(begin + point.balance)} on ${isoDate(point.time).slice(0, 10)}`;
  const render = (columns: number) =>
    plotCurve(
      balance.curve(columns).map((point) => begin + point.balance),
      ascii,
    );
  const widthOf = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  // The first pass measures the width of the labels.
  const chart = render(Math.max(MIN_WIDTH, 2 * width - widthOf(render(width))));
  const [from = '', to = ''] = period.map((timestamp) => formatCgt(timestamp).replace(/,.*/, ''));
  const summary = [
    `${formatQuantity(points.length)} ${points.length === 1 ? 'transaction' : 'transactions'}`,
    label('lowest', lowest),
    label('highest', highest),
    `last ${formatQuantity(begin + current)}`,
  ];
  return [
    `Balance of ${uid} in credits`,
    ...chart,
    `${from} `.padEnd(widthOf(chart) - to.length) + to,
    wrap(summary.join(', '), width),
  ].join('\n');
}

const ASCII = {
  axis: {
    ...{ n: '^', ns: '|', y: '+', nse: '+', x: '+', we: '-', e: '>' },
    ...{ intersectionXY: '+', intersectionX: '+', intersectionY: '+' },
  },
  chart: { we: '-', wns: '+', ns: '|', nse: '+', wsn: '+', sne: '+', area: '#' },
};

function plotCurve(balances: number[], ascii: boolean): string[] {
  const low = Math.min(...balances);
  const high = Math.max(...balances);
  // A label for each line of the chart, or for each credit when there are fewer.
  const count = Math.min(HEIGHT, high - low + 1);
  const ticks = Array.from({ length: count }, (_, at) => low + (at * (high - low)) / Math.max(1, count - 1));
  const chart = plot(
    balances.map((balance, index): [number, number] => [index, balance]),
    {
      width: balances.length,
      ...(ascii && { symbols: ASCII }),
      height: HEIGHT,
      customYAxisTicks: ticks,
      hideXAxisTicks: true,
      formatter: (value, { axis }) => (axis === 'y' ? formatQuantity(Math.round(value)) : ''),
    },
  );
  const lines = chart.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '');
}

import { plot } from 'simple-ascii-chart';
import { ServiceError } from '../../client/errors.js';
import { formatGalacticTime, toGalacticTime } from '../../domain/galactic-time.js';
import type { Connection } from '../connection/connect.js';
import type { Context } from '../context.js';
import { formatQuantity } from '../output/columns.js';
import { isoDate } from '../output/dates.js';
import type { Printer } from '../output/print.js';
import { isUtf8 } from '../output/terminal.js';
import { wrap } from '../output/width.js';
import { Balance, type BalancePoint } from './balance.js';
import type { Transaction } from './transaction.js';

const HEIGHT = 12;
const MIN_WIDTH = 10;

/** Plots the balance of a character over the time of the transactions, as wide as the terminal. */
export async function plotBalance(
  context: Context,
  printer: Printer<Transaction>,
  connection: Connection,
  uid: string,
  transactions: AsyncIterable<Transaction>,
): Promise<void> {
  const balance = new Balance();
  for await (const { time, change } of transactions) balance.add(time, change);
  if (balance.count === 0) return context.info('There are no transactions to plot.');
  const credits = await readCredits(connection, uid);
  await printer.text(renderBalance(uid, balance, credits, context.stdout.width, !isUtf8(context.io.env)));
  if (credits === null) context.info('The token may not read the character’s credits: the balance starts at 0.');
}

/** Reads the current credits of a character; null when the token may not read them. */
async function readCredits(connection: Connection, uid: string): Promise<number | null> {
  try {
    return (await connection.call('GET /character/{uid}/credits', { params: { uid } })).data.credits;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'permission_missing') return null;
    throw error;
  }
}

/**
 * Renders the plot, with a title above, and below it the time range and the exact numbers.
 *
 * @param credits the balance at the end; null when unknown, and the balance starts at 0
 * @param width the columns of the terminal
 * @param ascii draw lines in ASCII
 */
export function renderBalance(
  uid: string,
  balance: Balance,
  credits: number | null,
  width: number,
  ascii = false,
): string {
  const { count, current, lowest, highest, period } = balance;
  if (!lowest || !highest || !period) return '';
  const begin = credits === null ? 0 : credits - current;
  const label = (name: string, point: BalancePoint) =>
    `${name} ${formatQuantity(begin + point.balance)} on ${isoDate(point.time).slice(0, 10)}`;
  const chart = fitChart((columns) => plotCurve(balance.curve(columns), begin, ascii), width);
  const summary = [
    `${formatQuantity(count)} ${count === 1 ? 'transaction' : 'transactions'}`,
    label('lowest', lowest),
    label('highest', highest),
    `last ${formatQuantity(begin + current)}`,
  ];
  return [
    `Balance of ${uid} in credits`,
    ...chart,
    timeLine(period, Math.max(...chart.map((line) => line.length))),
    ...listLines(summary, width),
  ].join('\n');
}

/** Renders the chart at full width: twice, since the width of its labels is known only afterwards. */
function fitChart(render: (columns: number) => string[], width: number): string[] {
  const widthOf = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  const first = render(width);
  const columns = Math.max(MIN_WIDTH, width - (widthOf(first) - width));
  return render(columns);
}

/** The lines of the chart in ASCII, by the names of simple-ascii-chart. */
const ASCII = {
  axis: {
    n: '^',
    ns: '|',
    y: '+',
    nse: '+',
    x: '+',
    we: '-',
    e: '>',
    intersectionXY: '+',
    intersectionX: '+',
    intersectionY: '+',
  },
  chart: { we: '-', wns: '+', ns: '|', nse: '+', wsn: '+', sne: '+', area: '#' },
};

function plotCurve(curve: BalancePoint[], begin: number, ascii: boolean): string[] {
  const points = curve.map(({ balance }, index): [number, number] => [index, begin + balance]);
  const chart = plot(points, {
    width: curve.length,
    ...(ascii && { symbols: ASCII }),
    height: HEIGHT,
    customYAxisTicks: ticks(points.map(([, balance]) => balance)),
    hideXAxisTicks: true,
    formatter: (value, { axis }) => (axis === 'y' ? formatQuantity(Math.round(value)) : ''),
  });
  return chart
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

/** Returns a label for each line of the chart, or for each credit when there are fewer. */
function ticks(balances: number[]): number[] {
  const low = Math.min(...balances);
  const high = Math.max(...balances);
  const count = Math.min(HEIGHT, high - low + 1);
  return Array.from({ length: count }, (_, index) => low + (index * (high - low)) / Math.max(1, count - 1));
}

/** Returns the lines of a list. Its items stay whole where they fit. */
function listLines(items: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? item : `${item},`;
    const line = [...lines.slice(-1), text].join(' ');
    if (line.length <= width) lines.splice(-1, 1, line);
    else lines.push(wrap(text, width));
  }
  return lines;
}

/** Returns the line with the first and the last day, at the ends of the axis. */
function timeLine([begin, end]: [number, number], width: number): string {
  const [from, to] = [begin, end].map((timestamp) => formatGalacticTime(toGalacticTime(timestamp)).replace(/,.*/, ''));
  return `${from} `.padEnd(width - (to?.length ?? 0)) + to;
}

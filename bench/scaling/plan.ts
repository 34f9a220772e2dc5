import { startOptions } from '../../src/cli/host/start-options.js';
import { MAX_WINDOWS } from '../../src/server/rate-limit/process-counters.js';
import { settingsOf } from '../../src/settings/index.js';
import { defaultSettings } from '../../src/settings/read.js';
import { habits } from './habits.js';
import type { Measured } from './measured.js';
import { type Day, type Kind, kinds } from './simulate.js';
import type { Growing, RowSize, Sizes } from './sizes.js';

/** The players of each plan. */
export const PLANS = [1_000, 100_000, 10_000_000] as const;

/** The share of a core that an instance is planned to use at the busiest minute: the rest is for the unforeseen. */
const USE = 0.5;

/** The paths of which an address has a counter: those that a program polls. */
const PATHS = Object.keys(habits.poll).length;

interface Inputs {
  day: Day;
  measured: Measured;
  sizes: Sizes;
}

type Row = [what: string, value: (players: number) => string];

/** Returns the plans as tables in Markdown. */
export function renderPlans(inputs: Inputs): string {
  const tables: [title: string, rows: Row[]][] = [
    ['Calls', callRows(inputs)],
    ['Processors and instances', processorRows(inputs)],
    ['Memory', memoryRows(inputs)],
    ['Disk', diskRows(inputs)],
    ['One instance on SQLite at its defaults', [['Breaks first', (players) => firstLimits(inputs, players)]]],
  ];
  return tables.map(([title, rows]) => renderTable(title, rows)).join('\n\n');
}

function renderTable(title: string, rows: Row[]): string {
  const head = `| ${title} | ${PLANS.map((players) => `${whole(players)} players`).join(' | ')} |`;
  return [
    head,
    '|---|---:|---:|---:|',
    ...rows.map(([what, value]) => `| ${[what, ...PLANS.map(value)].join(' | ')} |`),
  ]
    .join('\n')
    .replaceAll('|  |', '| |');
}

function callRows({ day, sizes }: Inputs): Row[] {
  const bytes = (whole: number) => (players: number) => {
    const daily = kinds.reduce((sum, kind) => sum + day.total[kind] * answer(kind, sizes, whole), 0);
    return gigabytes(daily * players);
  };
  return [
    ['Requests a second, busiest minute', (players) => number(sum(day.peak) * players)],
    ['– changes among them', (players) => number(day.peak.changes * players)],
    ['Requests a second, mean of the day', (players) => number((sum(day.total) / 86_400) * players)],
    ['Requests a second, if every address used up its limits', (players) => number(atLimits(day) * players)],
    ['Open streams, highest number', (players) => number(day.streams * players)],
    ['Sent in a day, every answer whole', bytes(1)],
    [
      `Sent in a day, 304 for the ${percent(habits.unchangedShare)} of polls that find nothing new`,
      bytes(1 - habits.unchangedShare),
    ],
  ];
}

/** Returns the bytes of an answer, of which a share is whole and the rest are heads alone. */
function answer(kind: Kind, { answers }: Sizes, whole: number): number {
  // A change answers about as much as a character.
  if (kind === 'changes') return answers.character.head + answers.character.body;
  return answers[kind].head + answers[kind].body * whole;
}

function processorRows({ day, measured }: Inputs): Row[] {
  const cores = (players: number) => coresOf(day, measured) * players;
  const instances = (needed: number) => whole(Math.max(1, Math.ceil(needed / USE)));
  return [
    ['Cores in use on SQLite, busiest minute', (players) => number(cores(players))],
    [
      'Cores in use on SQLite, if every address used up its limits',
      (players) => number((cores(players) * atLimits(day)) / sum(day.peak)),
    ],
    ['Cores in use by instances on PostgreSQL', (players) => number(cores(players) * measured.postgres)],
    [
      `Instances on PostgreSQL, each using ${percent(USE)} of a core`,
      (players) => instances(cores(players) * measured.postgres),
    ],
    [
      'Share of the changes that one SQLite writes',
      (players) => percent((day.peak.changes * players) / measured.changes),
    ],
  ];
}

/** Returns the requests a second of one player, if all addresses with counters made as many calls as they may. */
function atLimits(day: Day): number {
  return (day.addresses * PATHS * habits.limit) / 3600;
}

/** Returns the processor time of the busiest minute, in seconds a second, for one player. */
function coresOf(day: Day, { character, creditlog, changes }: Measured): number {
  // A list of events is counted like a page of the credit log.
  const cost: Record<Kind, number> = { character, creditlog, events: creditlog, changes: 1e6 / changes };
  return kinds.reduce((sum, kind) => sum + (day.peak[kind] * cost[kind]) / 1e6, 0);
}

function memoryRows({ day, measured }: Inputs): Row[] {
  return [
    ['Rate-limit counters, highest number', (players) => number(day.addresses * players * PATHS)],
    ['Memory of these counters', (players) => megabytes((day.addresses * players * PATHS * measured.counters) / 1e6)],
    ['Memory of the open streams', (players) => megabytes((day.streams * players * measured.streams) / 1000)],
    ['Memory of an instance, without these', () => megabytes(measured.memory)],
  ];
}

function diskRows({ sizes }: Inputs): Row[] {
  const yearly = (players: number) =>
    Object.values(habits.rowsPerDay).reduce((sum, rows) => sum + rows, 0) * habits.activeShare * players * 365;
  const perYear = (database: Record<Growing, RowSize>, part: (size: RowSize) => number) => (players: number) => {
    const { transactions, events } = habits.rowsPerDay;
    const perPlayer = transactions * part(database.transactions) + events * part(database.events);
    const arrivals = (transactions + events) * part(database.arrivals);
    return gigabytes((perPlayer + arrivals) * habits.activeShare * players * 365);
  };
  const all = ({ table, indexes }: RowSize) => table + indexes;
  return [
    ['New transactions and events in a year', (players) => number(yearly(players))],
    ['Their tables and indexes on SQLite', perYear(sizes.sqlite, all)],
    ['Their tables and indexes on PostgreSQL', perYear(sizes.postgres, all)],
    ['– indexes among them', perYear(sizes.postgres, ({ indexes }) => indexes)],
  ];
}

/** Returns the limits that one instance on SQLite passes, the first one first. */
function firstLimits({ day, measured }: Inputs, players: number): string {
  const { maxStreams } = startOptions(defaultSettings(settingsOf('serve')));
  const limits: [name: string, share: number][] = [
    [`${whole(maxStreams)} streams`, (day.streams * players) / maxStreams],
    [`${percent(USE)} of a core`, (coresOf(day, measured) * players) / USE],
    [`${whole(MAX_WINDOWS)} counters`, (day.addresses * players * PATHS) / MAX_WINDOWS],
    ['changes of one writer', (day.peak.changes * players) / measured.changes],
  ];
  const sorted = limits.sort(([, a], [, b]) => b - a);
  const passed = sorted.filter(([, share]) => share > 1);
  const nearest = passed.length > 0 ? passed : sorted.slice(0, 1);
  return nearest.map(([name, share]) => `${name}: ${number(share)} times`).join('; ');
}

function sum(calls: Record<Kind, number>): number {
  return kinds.reduce((total, kind) => total + calls[kind], 0);
}

/** Returns a number with two digits that count. */
function number(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumSignificantDigits: 2 });
}

function whole(value: number): string {
  return value.toLocaleString('en');
}

function percent(share: number): string {
  return `${number(share * 100)} %`;
}

function megabytes(bytes: number): string {
  return `${number(bytes / 1e6)} MB`;
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? megabytes(bytes) : `${number(bytes / 1e9)} GB`;
}

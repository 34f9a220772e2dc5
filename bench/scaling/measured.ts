/** The measurements that the plans use, from docs/performance.md. */
export interface Measured {
  /** Microseconds of processor time of a request, by the name of its rows. */
  character: number;
  creditlog: number;
  /** Durable changes a second of one service. */
  changes: number;
  /** How many times the processor time of a character is on PostgreSQL what it is on SQLite. */
  postgres: number;
  /** Bytes of a million counters, and of the service after a million requests. */
  counters: number;
  memory: number;
  /** Bytes of a thousand open streams; absent while the report has no such row. */
  streams?: number;
}

/**
 * Reads the measurements from the text of the report.
 *
 * @throws an error that names the row where the report lacks one
 */
export function readMeasured(report: string): Measured {
  const streams = 'Memory of 1,000 open streams';
  return {
    ...(report.includes(`| ${streams} |`) && { streams: result(report, streams) * 1e6 }),
    character: series(report, ['character-different', 'character'], 'µs/request'),
    creditlog: series(report, ['creditlog-different', 'creditlog-page'], 'µs/request'),
    changes: series(report, ['assign'], 'changes/s'),
    postgres: 1 / result(report, 'GET character, every one different, PostgreSQL', 'GET character, PostgreSQL'),
    counters: result(report, '1,000,000 distinct client addresses', '1,000,000 distinct callers') * 1e6,
    memory: result(report, 'Memory after 1,000,000 requests') * 1e6,
  };
}

/** Returns the median of the first series of a row that has this unit; of the first of some rows that the report has. */
function series(report: string, rows: readonly [string, ...string[]], unit: string): number {
  const row = rows.find((name) => report.includes(`\n### ${name}\n`)) ?? rows[0];
  const section = report.split(`\n### ${row}\n`)[1]?.split('\n### ')[0] ?? '';
  const rounds = new RegExp(`^\\| [^|]* \\| ${unit} \\| ([^|]+) \\|$`, 'm').exec(section)?.[1]?.split(' · ') ?? [];
  const sorted = rounds.map(toNumber).sort((a, b) => a - b);
  return found(sorted[Math.floor(sorted.length / 2)], row);
}

/** Returns the measured number of a line of the results, under its name or the one that it had in earlier reports. */
function result(report: string, what: string, before = what): number {
  // The goals above the results have names of their own.
  const results = report.split('\n## Results\n')[1] ?? report;
  const line = results.split('\n').find((each) => each.startsWith(`| ${what} |`) || each.startsWith(`| ${before} |`));
  return found(toNumber(line?.split('|')[3]?.trim().split(' ')[0] ?? ''), what);
}

function toNumber(text: string): number {
  return text === '' ? Number.NaN : Number(text.replaceAll(',', ''));
}

function found(value: number | undefined, what: string): number {
  if (value === undefined || !(value > 0)) throw new Error(`docs/performance.md has no measurement of “${what}”`);
  return value;
}

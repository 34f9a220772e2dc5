import type { Profiler } from 'node:inspector';
import type { Bench, Profiling } from '../bench.js';
import { measure, type Outcome } from '../outcome.js';
import { renderCells } from '../report/table.js';
import { isReached, type Row } from '../row.js';
import { profileServices } from '../server.js';
import { type Share, sharesOf } from './shares.js';

/** Where the processor time of a service goes under the load of a row, or its memory. */
export interface RowProfile {
  row: string;
  /** The service, and the request that it answered. */
  what: string;
  shares: Share[];
}

/** A row of which some lines fall short. */
export interface ShortRow {
  row: Row;
  /** The subjects of these lines; none where all of the row is to be profiled. */
  lines: readonly string[];
}

/** The seconds of a profile. */
const SECONDS = 3;

/** Rows of programs that are no services. */
const COMMANDS = 'commands';

/** Returns the rows that have a goal of the service and fall short of it. */
export function rowsToProfile(outcomes: readonly Outcome[], rows: readonly Row[]): ShortRow[] {
  const short = new Map(
    outcomes.map(({ name, lines }) => [name, lines.filter((line) => line.target && isReached(line) === false)]),
  );
  return rows.flatMap((row) => {
    const lines = short.get(row.name) ?? [];
    return lines.length === 0 || row.name === COMMANDS ? [] : [{ row, lines: lines.map(({ what }) => what) }];
  });
}

/**
 * Runs a row once more with services that profile themselves, in files that are not bundled, so that each function has its file.
 *
 * @throws where the row fails, or has no service under load
 */
export async function profileRow({ row, lines }: ShortRow, bench: Bench): Promise<RowProfile[]> {
  const profiles = new Map<string, Profiler.Profile[]>();
  const others: RowProfile[] = [];
  const profiling: Profiling = {
    isWanted: (part) => lines.length === 0 || lines.some((line) => line.includes(part)),
    onProfile: (what, profile) => {
      profiles.set(what, [...(profiles.get(what) ?? []), profile]);
    },
    onShares: (what, shares) => {
      others.push({ row: row.name, what, shares });
    },
  };
  profileServices(true);
  const { missing } = await measure(row, { ...bench, rounds: 1, roundSeconds: SECONDS, profiling });
  profileServices(false);
  // The first profile of each is that of warming up.
  const warm = [...profiles].filter(([, each]) => each.length > 1);
  const found = [...warm.map(([what, each]) => ({ row: row.name, what, shares: sharesOf(each.slice(1)) })), ...others];
  if (found.length === 0) throw new Error(missing ?? 'it has no service under load');
  return found;
}

/** Shares below this are added up. */
const SMALL = 0.015;

/** Returns profiles as a table in Markdown. */
export function renderProfiles(profiles: readonly RowProfile[]): string {
  const rows = profiles.map(({ row, what, shares }) => {
    const large = shares.filter(({ share }) => share >= SMALL);
    const rest = 1 - large.reduce((sum, { share }) => sum + share, 0);
    const parts = [...large, { where: 'the rest', share: rest }].map(
      ({ where, share }) => `${where} ${percent(share)}`,
    );
    return renderCells([row, what, parts.join(' · ')]);
  });
  return ['| row | service | share of its processor time, or of its memory |', '|---|---|---|', ...rows].join('\n');
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

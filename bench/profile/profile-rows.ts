import type { Profiler } from 'node:inspector';
import type { Bench } from '../bench.js';
import { measure, type Outcome } from '../outcome.js';
import { renderCells } from '../report/table.js';
import { isReached, type Row } from '../row.js';
import { profileServices } from '../server.js';
import { type Share, sharesOf } from './shares.js';

/** Where the processor time of a service goes under the load of a row. */
export interface RowProfile {
  row: string;
  /** The service, and the request that it answered. */
  what: string;
  shares: Share[];
}

/** The seconds of a profile. */
const SECONDS = 3;

/** Rows of a call beside bare Koa or beside another setup, which a full run profiles where they fall short. */
const SINGLE_CALLS = /^(time|character|datacard|creditlog|request-log|postgres)/;

/** Returns the rows that have a goal of the service and fall short of it. */
export function rowsToProfile(outcomes: readonly Outcome[], rows: readonly Row[]): Row[] {
  const short = outcomes.filter(({ lines }) => lines.some((line) => line.target && isReached(line) === false));
  const names = new Set(short.map(({ name }) => name));
  return rows.filter(({ name }) => names.has(name) && SINGLE_CALLS.test(name));
}

/**
 * Runs a row once more with services that profile themselves, in files that are not bundled, so that each function has its file.
 *
 * @throws where the row fails, or has no service under load
 */
export async function profileRow(row: Row, bench: Bench): Promise<RowProfile[]> {
  const profiles = new Map<string, Profiler.Profile[]>();
  const onProfile = (what: string, profile: Profiler.Profile) => {
    profiles.set(what, [...(profiles.get(what) ?? []), profile]);
  };
  profileServices(true);
  const { missing, lines } = await measure(row, { ...bench, rounds: 1, roundSeconds: SECONDS, onProfile });
  profileServices(false);
  // The first profile of each is that of warming up.
  const found = [...profiles].filter(([, each]) => each.length > 1);
  if (found.length === 0) {
    throw new Error(`${row.name} has no service that can be profiled${lines.length === 0 ? `: ${missing ?? ''}` : ''}`);
  }
  return found.map(([what, each]) => ({ row: row.name, what, shares: sharesOf(each.slice(1)) }));
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
  return ['| row | service | share of its processor time |', '|---|---|---|', ...rows].join('\n');
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

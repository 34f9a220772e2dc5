import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { bareContestants, contest, contestLasts, type Result, seriesOf, stop } from '../contest.js';
import { copyOf, type Galaxy, galaxy } from '../galaxy.js';
import type { Line, Row, Series } from '../row.js';
import { startService } from '../server.js';
import { median, ratios, summarize } from '../statistics.js';

/** The number of transactions in the galaxy of most rows. */
export const USUAL = 50_000;

/** A request that is compared with bare Koa and bare node:http. */
export interface Replayed {
  name: string;
  what: string;
  request: Request;
  /** The request needs the token of the galaxy. */
  withToken?: boolean;
  /** The goal, as a share of bare Koa's requests a second. */
  atLeast: number;
}

/** Returns a row that compares the service with bare Koa and bare node:http sending the same bytes. */
export function replayed({ name, what, request, withToken = false, atLeast }: Replayed): Row {
  return {
    name,
    what,
    lasts: (bench) => contestLasts(bench, 3),
    async measure(bench) {
      const { database, token } = copyOf(await galaxy(USUAL));
      const authorized = withToken ? withBearer(request, token) : request;
      return againstBare(bench, { what, atLeast, database, request: authorized });
    },
  };
}

/** Adds a token to a request. */
export function withBearer(request: Request, token: Galaxy['token']): Request {
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

interface Comparison {
  what: string;
  atLeast: number;
  database: string;
  request: Request;
}

async function againstBare(bench: Bench, { what, atLeast, database, request }: Comparison): Promise<Line[]> {
  const server = await startService({ database });
  const contestants = {
    svcapi: { name: 'svcapi', server, request },
    ...(await bareContestants(server, request)),
  };
  const results = await contest(bench, contestants);
  await stop(contestants);
  return [shareOfBare(results.svcapi, results, { what, atLeast, series: seriesOf(contestants, results) })];
}

/** Returns the line of a contestant's share of bare Koa's requests a second. */
export function shareOfBare(
  { perSecond, cpu }: Result,
  bare: Record<'http' | 'koa', Result>,
  { what, atLeast, series }: { what: string; atLeast: number; series: Series[] },
): Line {
  const byTime = median(ratios(bare.koa.cpu, cpu)).toFixed(2);
  const ofHttp = median(ratios(perSecond, bare.http.perSecond)).toFixed(2);
  return {
    what,
    goal: { atLeast },
    summary: summarize(ratios(perSecond, bare.koa.perSecond)),
    unit: 'of bare Koa',
    series,
    note: `${byTime} by processor time; ${ofHttp} of bare node:http`,
  };
}

import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { bareContestants, contest, contestLasts, type Result, seriesOf, stop, type UsualServer } from '../contest.js';
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
  goal: Aim;
}

/** A goal, which may be one of the service. */
export type Aim = Pick<Line, 'goal' | 'target'>;

/** Returns a row that compares the service with bare Koa and bare node:http sending the same bytes. */
export function replayed({ name, what, request, withToken = false, goal }: Replayed): Row {
  return {
    name,
    what,
    lasts: (bench) => contestLasts(bench, 4),
    async measure(bench) {
      const { database, token } = copyOf(await galaxy(USUAL));
      const authorized = withToken ? withBearer(request, token) : request;
      return againstBare(bench, { what, goal, database, request: authorized });
    },
  };
}

/** Adds a token to a request. */
export function withBearer(request: Request, token: Galaxy['token']): Request {
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

interface Comparison {
  what: string;
  goal: Aim;
  database: string;
  request: Request;
}

async function againstBare(bench: Bench, { what, goal, database, request }: Comparison): Promise<Line[]> {
  const server = await startService({ database });
  const contestants = {
    svcapi: { name: 'svcapi', server, request },
    ...(await bareContestants(server, request)),
  };
  const results = await contest(bench, contestants);
  await stop(contestants);
  return [shareOfBare(results.svcapi, results, { what, goal, series: seriesOf(contestants, results) })];
}

/** Returns the line of a contestant's share of bare Koa's requests a second. */
export function shareOfBare(
  { perSecond, cpu }: Result,
  bare: Record<UsualServer, Result>,
  { what, goal, series }: { what: string; goal: Aim; series: Series[] },
): Line {
  const { http, koa, 'koa-write-head': lean } = bare;
  const ofHttp = [ratios(perSecond, http.perSecond), ratios(http.cpu, cpu)].map((each) => median(each).toFixed(2));
  return {
    what,
    ...goal,
    summary: summarize(ratios(perSecond, koa.perSecond)),
    byTime: summarize(ratios(koa.cpu, cpu)),
    lean: {
      perSecond: summarize(ratios(perSecond, lean.perSecond)),
      byTime: summarize(ratios(lean.cpu, cpu)),
    },
    unit: 'of bare Koa',
    series,
    note: `${ofHttp[0]} of bare node:http, ${ofHttp[1]} by processor time`,
  };
}

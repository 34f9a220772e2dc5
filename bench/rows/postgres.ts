import pg from 'pg';
import type { Bench } from '../bench.js';
import { run } from '../child.js';
import { type Contestant, contest, contestLasts, seriesOf } from '../contest.js';
import { ENVIRONMENT, PROGRAM } from '../environment.js';
import { copyOf, galaxy, makeGalaxy } from '../galaxy.js';
import { type Line, type Row, Skipped } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { USUAL, withBearer } from './replayed.js';

const requests = {
  'GET character': { path: '/ws/v2.0/character' },
  'GET creditlog, 50 rows': { path: '/ws/v2.0/character/1:1/creditlog' },
};

/** The same service on PostgreSQL. */
const postgres: Row = {
  name: 'postgres',
  what: 'The same through PostgreSQL',
  lasts: (bench) => contestLasts(bench, 4) + 5,
  async measure(bench) {
    const url = process.env.SVCAPI_TEST_POSTGRES_URL;
    if (!url) throw new Skipped('SVCAPI_TEST_POSTGRES_URL does not name a server');
    const help = await run(process.execPath, [PROGRAM, 'serve', '--help'], { env: ENVIRONMENT });
    if (!/postgres/i.test(help)) throw new Skipped('this version of the service does not know PostgreSQL');
    return withDatabase(url, (database) => beside(bench, database));
  },
};

async function beside(bench: Bench, database: string): Promise<Line[]> {
  const token = await makeGalaxy(database, USUAL);
  const file = copyOf(await galaxy(USUAL));
  const [onPostgres, onSqlite] = await Promise.all([startService({ database }), startService(file)]);
  const lines: Line[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const contestants: Record<'postgres' | 'sqlite', Contestant> = {
      postgres: { name: 'on PostgreSQL', server: onPostgres, request: withBearer(request, token) },
      sqlite: { name: 'on SQLite', server: onSqlite, request: withBearer(request, file.token) },
    };
    const results = await contest(bench, contestants);
    lines.push({
      what: `${what}, PostgreSQL`,
      summary: summarize(ratios(results.postgres.perSecond, results.sqlite.perSecond)),
      unit: 'of the same on SQLite',
      series: seriesOf(contestants, results),
    });
  }
  await Promise.all([onPostgres.stop(), onSqlite.stop()]);
  return lines;
}

/** Runs work with a database of its own on a server, which is dropped afterwards. */
async function withDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `svcapi_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

export const postgresRows = [postgres];

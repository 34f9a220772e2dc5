import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { ROOT } from '../environment.js';
import { copyOf, galaxy, makeGalaxy } from '../galaxy.js';
import { startService } from '../server.js';
import { type Growing, growing, type RowSize, type Sizes } from './sizes.js';

// Measures the sizes of rows and answers on a demo galaxy, for the plans of docs/scaling.md.
const TRANSACTIONS = 200_000;

function sqliteSizes(file: string): Sizes['sqlite'] {
  const database = new DatabaseSync(file, { readOnly: true });
  return sizesOf((table) => {
    const [{ count } = { count: 0 }] = database.prepare(`select count(*) as count from ${table}`).all() as {
      count: number;
    }[];
    const parts = database
      .prepare(
        'select name, sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema where tbl_name = ?) group by name',
      )
      .all(table) as { name: string; bytes: number }[];
    const own = parts.find(({ name }) => name === table)?.bytes ?? 0;
    const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    return { table: own / count, indexes: (all - own) / count };
  });
}

async function postgresSizes(address: string): Promise<Sizes['postgres']> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query('vacuum full');
  const found = new Map<Growing, RowSize>();
  for (const table of growing) {
    const { rows } = await client.query<{ count: string; own: string; indexes: string }>(
      `select (select count(*) from ${table}) as count, pg_relation_size('${table}') as own, pg_indexes_size('${table}') as indexes`,
    );
    const { count, own, indexes } = rows[0] ?? { count: '1', own: '0', indexes: '0' };
    found.set(table, { table: Number(own) / Number(count), indexes: Number(indexes) / Number(count) });
  }
  await client.end();
  return sizesOf((table) => found.get(table) ?? { table: 0, indexes: 0 });
}

function sizesOf(size: (table: Growing) => RowSize): Record<Growing, RowSize> {
  const round = ({ table, indexes }: RowSize) => ({ table: Math.round(table), indexes: Math.round(indexes) });
  return Object.fromEntries(growing.map((table) => [table, round(size(table))])) as Record<Growing, RowSize>;
}

async function answerSizes(file: string, token: string): Promise<Sizes['answers']> {
  const service = await startService({ database: file });
  const sizeOf = async (path: string) => {
    const request = http.get(`${service.url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let body = 0;
    for await (const chunk of response) body += (chunk as Buffer).length;
    // A status line, and a colon, a space and a line end for each field.
    const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
    return { head, body };
  };
  const answers = {
    character: await sizeOf('/character'),
    creditlog: await sizeOf('/character/1:1/creditlog'),
    events: await sizeOf('/events/personal'),
  };
  await service.stop();
  return answers;
}

const address = process.env.SVCAPI_BENCH_POSTGRES_URL;
if (address === undefined) throw new Error('Set SVCAPI_BENCH_POSTGRES_URL to an empty database of PostgreSQL.');
const copy = copyOf(await galaxy(TRANSACTIONS));
await makeGalaxy(address, TRANSACTIONS);
const sizes: Sizes = {
  sqlite: sqliteSizes(copy.database),
  postgres: await postgresSizes(address),
  answers: await answerSizes(copy.database, copy.token),
};
writeFileSync(join(ROOT, 'bench', 'scaling', 'sizes.json'), `${JSON.stringify(sizes, undefined, 2)}\n`);
process.stdout.write(`${JSON.stringify(sizes, undefined, 2)}\n`);
process.exit();

import { once } from 'node:events';
import { copyFileSync, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { permissionNames } from '../src/domain/permission.js';
import { run } from './child.js';
import { ENVIRONMENT, PROGRAM, temporaryFolder } from './environment.js';
import { startService } from './server.js';

/** A database, and a token of its demo character with every permission. */
export interface Galaxy {
  database: string;
  token: string;
}

/** A build of svcapi. */
export interface Build {
  name: string;
  program: string;
}

export const THIS_BUILD: Build = { name: 'svcapi', program: PROGRAM };

/** The number that added rows begin with: the demo galaxy has far lower ones. */
export const FIRST = 800_000_000;

/** The characters and datacards that are added: their answers are more than any cache holds. */
export const EACH = 30_000;

/** Enough transactions of the demo's character for a thousand pages that differ. */
const TRANSACTIONS = 2500;

/** A datacard with enough uses for every round. */
export const DATACARD = `14:${FIRST}`;

/** The size of the demo: 50,000 transactions. */
const DEMO_SIZE = 2.5;

/** Galaxies by program: each is made once in a run. */
const made = new Map<string, Promise<Galaxy>>();

let files = 0;
const newFile = () => join(temporaryFolder, `galaxy-${files++}.db`);

/** Returns a galaxy of its own for one server. */
export async function galaxyFor({ program }: Build): Promise<Galaxy> {
  const making = made.get(program) ?? makeGalaxy(program);
  made.set(program, making);
  const { database, token } = await making;
  const copy = newFile();
  copyFileSync(database, copy);
  return { database: copy, token };
}

/** Makes a demo galaxy with more characters, datacards and transactions: all by the program's own commands. */
async function makeGalaxy(program: string): Promise<Galaxy> {
  const database = newFile();
  const service = await startService({ program, database, flags: ['--demo-size', String(DEMO_SIZE)] });
  const ended = once(service.process, 'exit');
  // A clean shutdown, so that everything is in the one file.
  service.process.kill('SIGTERM');
  await ended;
  const more = join(temporaryFolder, 'more.ndjson');
  await writeRecords(more, moreRecords());
  await run(process.execPath, [program, 'import', '--database', database, more], { env: ENVIRONMENT });
  const permissions = permissionNames.flatMap((name) => ['--permission', name]);
  const whom = ['--client', 'bench', '--character', '1:1', '--days', '3650'];
  const command = [program, 'token', 'create', '--database', database, ...whom, ...permissions];
  return { database, token: (await run(process.execPath, command, { env: ENVIRONMENT })).trim() };
}

/** Public characters with profiles of one size, datacards of the demo's faction, and transactions of its character. */
function* moreRecords(): Generator<object> {
  const now = Math.floor(Date.now() / 1000);
  for (let n = 0; n < EACH; n += 1) {
    yield {
      ...{ kind: 'character', uid: `1:${FIRST + n}`, name: `Pilot ${n}`, image: `https://portraits.example/${n}.png` },
      ...{ race: null, gender: 'female', last_login: now - (n % 86_400), short_description: 'Freight pilot' },
      biography: 'Learned the trade on the long route, and knows every dock between here and the rim.',
      ...{ is_private: false, health: 100, health_max: 100, xp: n % 50_000, xp_level: 5, credits: 1000 },
    };
    yield {
      ...{ kind: 'datacard', uid: `14:${FIRST + n}`, owner: '20:1', entity: '2:1', total_uses: 1e12 },
      assignments: [{ location: `4:${1 + (n % 10)}`, uses: 3 }],
    };
  }
  for (let n = 1; n <= TRANSACTIONS; n += 1) {
    const parties = { sender: '1:1', receiver: '20:1', communication: `Payment for ${n} units of grain` };
    yield { kind: 'transaction', id: FIRST + n, time: now, amount: 1 + (n % 900), ...parties };
  }
}

/** Writes a file of records, one a line, with the record that ends it. */
export async function writeRecords(file: string, records: Iterable<object> | AsyncIterable<object>): Promise<void> {
  const stream = createWriteStream(file);
  let count = 0;
  for await (const record of records) {
    count += 1;
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, 'drain');
  }
  stream.end(`${JSON.stringify({ kind: 'end', records: count })}\n`);
  await once(stream, 'finish');
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissionNames } from '../src/domain/permission.js';
import { DatabaseSync } from '../src/store/sqlite/driver.js';
import { run } from './child.js';
import { CACHE, ENVIRONMENT, PROGRAM, ROOT, temporaryFolder } from './environment.js';
import { settle } from './populate.js';
import { startService } from './server.js';

/** A demo galaxy in a database file, and a token of its demo character with every permission. */
export interface Galaxy {
  database: string;
  token: string;
}

/** Transactions in a demo galaxy of size 1, and in the largest one. */
const TRANSACTIONS = 20_000;
const MOST = 2_000_000;

/** The code that makes a galaxy: its fingerprint is part of the name, so that changed code makes a new one. */
const MAKERS = ['dist/src/demo', 'dist/src/store/migrations'];

/** The version of what is done to a galaxy after it is made: another makes new ones, too. */
const VERSION = '4';

/** Returns a galaxy of this many transactions, which is made once and kept. A service changes it: start one on a copy. */
export async function galaxy(transactions: number): Promise<Galaxy> {
  const folder = join(CACHE, `${transactions}-${fingerprint()}`);
  const database = join(folder, 'galaxy.db');
  const token = join(folder, 'token');
  if (!existsSync(token)) await make(folder, database, token, transactions);
  return { database, token: readFileSync(token, 'utf8') };
}

let copies = 0;

/** Returns a copy that may be changed and is removed at the end. */
export function copyOf({ database, token }: Galaxy): Galaxy {
  const copy = join(temporaryFolder, `galaxy-${copies++}.db`);
  copyFileSync(database, copy);
  return { database: copy, token };
}

async function make(folder: string, database: string, token: string, transactions: number): Promise<void> {
  process.stderr.write(`Making a galaxy of ${transactions.toLocaleString('en')} transactions …\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = await makeGalaxy(database, Math.min(transactions, MOST));
  const connection = new DatabaseSync(database);
  // More than the demo has are the same ones again, with other ids.
  for (let count = MOST; count < transactions; count += MOST) {
    const columns = 'time, amount, sender_uid, receiver_uid, communication';
    connection.exec(`insert into transactions (id, ${columns})
      select id + ${count}, ${columns} from transactions where id <= ${Math.min(MOST, transactions - count)}`);
  }
  settle(connection);
  connection.close();
  // Comes last: a folder with a token is complete.
  writeFileSync(token, made, { mode: 0o600 });
}

/** Makes a galaxy in an empty database, and a token for it. */
export async function makeGalaxy(database: string, transactions: number): Promise<string> {
  const service = await startService({ database, flags: ['--demo-size', String(transactions / TRANSACTIONS)] });
  const ended = once(service.process, 'exit');
  // A clean shutdown, so that everything is in the one file.
  service.process.kill('SIGTERM');
  await ended;
  return makeToken(database);
}

/** Makes a token of the demo character with every permission. */
export async function makeToken(database: string): Promise<string> {
  const permissions = permissionNames.flatMap((name) => ['--permission', name]);
  const whom = ['--client', 'bench', '--character', '1:1', '--days', '3650'];
  const command = ['token', 'create', '--database', database, ...whom, ...permissions];
  return (await run(process.execPath, [PROGRAM, ...command], { env: ENVIRONMENT })).trim();
}

function fingerprint(): string {
  const hash = createHash('sha256').update(VERSION);
  for (const maker of MAKERS) {
    const path = join(ROOT, maker);
    const files = readdirSync(path).filter((name) => name.endsWith('.js'));
    for (const file of files.sort()) hash.update(readFileSync(join(path, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { permissionNames } from '../src/domain/permission.js';
import { run } from './child.js';
import { ENVIRONMENT, PROGRAM, ROOT, temporaryFolder } from './environment.js';
import { startService } from './server.js';

/** A demo galaxy in a database file, and a token of its demo character with every permission. */
export interface Galaxy {
  database: string;
  token: string;
}

/** Transactions in a demo galaxy of size 1. */
const TRANSACTIONS = 20_000;

/** What makes a galaxy what it is: one that other code has made is another one. */
const MAKERS = ['dist/src/galaxy/demo.js', 'dist/src/galaxy/demo', 'dist/src/store/migrations'];

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svcapi-bench');

/** A galaxy with so many transactions, which is made once and kept. Whoever changes it works on a copy. */
export async function galaxy(transactions: number): Promise<Galaxy> {
  const folder = join(cache, `${transactions}-${fingerprint()}`);
  const database = join(folder, 'galaxy.db');
  const token = join(folder, 'token');
  if (!existsSync(token)) await make(folder, database, token, transactions / TRANSACTIONS);
  return { database, token: readFileSync(token, 'utf8') };
}

let copies = 0;

/** A copy that may be written to and is gone afterwards. */
export function copyOf({ database, token }: Galaxy): Galaxy {
  const copy = join(temporaryFolder, `galaxy-${copies++}.db`);
  copyFileSync(database, copy);
  return { database: copy, token };
}

async function make(folder: string, database: string, token: string, size: number): Promise<void> {
  process.stderr.write(`Making a galaxy of ${(size * TRANSACTIONS).toLocaleString('en')} transactions …\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${database}.unfinished`;
  const service = await startService({ database: unfinished, flags: ['--demo-size', String(size)] });
  const ended = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGTERM');
  await ended;
  renameSync(unfinished, database);
  writeFileSync(token, await makeToken(database), { mode: 0o600 });
}

async function makeToken(database: string): Promise<string> {
  const permissions = permissionNames.flatMap((name) => ['--permission', name]);
  const whom = ['--client', 'bench', '--character', '1:1', '--days', '3650'];
  const output = await run(
    process.execPath,
    [PROGRAM, 'token', 'create', '--database', database, ...whom, ...permissions],
    { env: ENVIRONMENT },
  );
  return output.trim();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const maker of MAKERS) {
    const path = join(ROOT, maker);
    const files = maker.endsWith('.js')
      ? [path]
      : readdirSync(path)
          .filter((name) => name.endsWith('.js'))
          .sort()
          .map((name) => join(path, name));
    for (const file of files) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openStore } from '../../src/store/open-store.js';
import { run } from '../helpers/cli/run.js';
import { lastingDatabase, onPostgres } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { type Outcome, outcomeOf, overassigned, readContents } from '../helpers/kill/galaxy-after-kill.js';
import { canCountCalls, describeMoment, killAt, momentsOf } from '../helpers/kill/kill-at.js';
import { twoGalaxies } from '../helpers/kill/two-galaxies.js';
import { LONG } from '../helpers/until.js';

/** The kills: enough for each stage of a sync. On PostgreSQL all of it is one transaction. */
const KILLS = onPostgres ? 6 : 12;

const CALLS = onPostgres ? ['write', 'writev'] : ['pwrite64', 'fdatasync', 'fsync'];

async function command(t: ExecutionContext, argv: string[], env: Record<string, string>): Promise<string> {
  // The clock of the programs that are killed.
  const { code, stdout, stderr } = await run(argv, { env, now: Math.floor(Date.now() / 1000) });
  t.is(code, 0, stderr);
  return stdout;
}

test('a sync that is killed leaves the old or the new galaxy, and running it again completes it', async (t) => {
  t.timeout(LONG);
  const [folder, database] = [temporaryFolder(), await lastingDatabase(t)];
  const env = { SVCAPI_DATABASE: database, HOME: folder };
  const galaxies = twoGalaxies(200);
  for (const [name, text] of Object.entries(galaxies)) writeFileSync(join(folder, name), text);
  const syncing = (name: string) => [
    'import',
    '--sync',
    '--no-require-end',
    '--max-removed',
    '100%',
    join(folder, name),
  ];
  const contents = async () => readContents(await command(t, ['export'], env));
  const sync = { argv: syncing('second'), env };

  // Once there and back: what was removed has left its name from then on.
  await command(t, syncing('first'), env);
  await command(t, syncing('second'), env);
  await command(t, syncing('back'), env);
  const old = await contents();
  const moments = await momentsOf(sync, CALLS, KILLS);
  const next = await contents();
  t.is(outcomeOf(old, old, next), 'old');
  t.not(outcomeOf(next, old, next), 'old');

  const outcomes: Outcome[] = [];
  for (const moment of moments) {
    await command(t, syncing('back'), env);
    const { code, signal, stderr } = await killAt(sync, moment);
    const at = `${describeMoment(moment)}: `;
    t.true(signal === 'SIGKILL' || code === 0, `${at}${stderr}`);
    await (await openStore({ database, check: true })).close();
    const found = await contents();
    const outcome = outcomeOf(found, old, next);
    t.not(outcome, 'neither', at);
    t.deepEqual(overassigned(found), [], at);
    outcomes.push(outcome);

    await command(t, sync.argv, env);
    t.is(outcomeOf(await contents(), old, next), 'new', `${at}a second run completes it`);
    await command(t, ['import', '--sync', '--no-require-end', '--dry-run', join(folder, 'second')], env);
  }
  t.log(outcomes.join(', '));
  if (canCountCalls) t.true(outcomes.includes('old'), outcomes.join());
  if (onPostgres) t.false(outcomes.includes('new in part'));
  else if (canCountCalls) t.true(outcomes.includes('new in part'), outcomes.join());
});

test('a galaxy that is neither the old nor the new one is found out', (t) => {
  const { first, second } = twoGalaxies(20);
  const [old, next] = [readContents(first), readContents(second)];
  const lines = second.split('\n');
  const of = (text: string) => outcomeOf(readContents(text), old, next);
  t.is(of(first), 'old');
  t.is(of(second), 'new');
  t.is(of(second.replace(/^.*"transaction","id":99,.*\n/m, '')), 'new in part');
  t.is(of(second.replace(/^.*"transaction","id":9,.*\n/m, '')), 'neither', 'an old transaction is missing');
  t.is(of(second.replace(/("transaction","id":9,.*"amount":)5/, '$18')), 'neither', 'another amount');
  t.is(of(lines.slice(1).join('\n')), 'neither', 'a faction is missing');
  t.is(of(first.replace('"Pilot 1"', '"Pilot 2"')), 'neither', 'a name of the new one');
  t.deepEqual(overassigned(readContents(second.replaceAll('"uses":5', '"uses":50'))).length, 20);
});

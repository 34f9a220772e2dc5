import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Home, startWorld } from '../helpers/cli/demo-world.js';
import type { Ended } from '../helpers/cli/program.js';
import { postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { needs } from '../helpers/needs.js';
import { fromCsv, fromSql, nightly, sheet } from './night.js';

/** The night of a host runs as in docs/host/in-step.md, with the scripts of deploy/game/. */

const world = await startWorld();
test.after.always(() => world.close());

/** A host's machine, whose folders are in a home. */
function machine(home: Home, dump: string, env: Record<string, string> = {}) {
  const at = (path: string) => join(home.folder, path);
  for (const path of ['var/lib/svcapi', 'var/backups/svcapi', 'srv/game', 'etc/svcapi']) {
    mkdirSync(at(path), { recursive: true });
  }
  const install = (path: string, text: string) => {
    writeFileSync(at(path), text.replaceAll(/(?<![\w/.])\/(?=(etc|var|srv)\/)/g, `${home.folder}/`));
    chmodSync(at(path), 0o755);
  };
  install('etc/svcapi/dump-game', dump);
  install('etc/svcapi/nightly', nightly);
  return {
    write: (name: string, text: string) => writeFileSync(at(`srv/game/${name}`), text),
    read: (name: string) => readFileSync(at(`var/lib/svcapi/nightly/${name}`), 'utf8'),
    /** Makes the database, as the first start of the service does. */
    begin: () =>
      home.shell(
        `echo '{"kind":"faction","uid":"20:7","name":"Harbour & Sons"}' | svcapi import - --database '${at('var/lib/svcapi/svcapi.db')}'`,
      ),
    night: () => home.shell(`'${at('etc/svcapi/nightly')}'`, env),
    backups: () => readdirSync(at('var/backups/svcapi')),
    /** The names of the characters that the galaxy has. */
    async characters(): Promise<string[]> {
      const { stdout } = await home.shell(`svcapi export --galaxy --database '${at('var/lib/svcapi/svcapi.db')}'`);
      const records = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      return records.filter(({ kind, removed }) => kind === 'character' && removed !== true).map(({ name }) => name);
    },
  };
}

function succeeds(t: ExecutionContext, outcome: Ended): void {
  t.is(outcome.code, 0, `${outcome.stdout}${outcome.stderr}`);
}

/** A night that went well prints nothing, which cron would mail. */
function isQuiet(t: ExecutionContext, outcome: Ended): void {
  t.like(outcome, { code: 0, stdout: '', stderr: '' });
}

test('a night makes the galaxy like the spreadsheets, and a dump that was cut short changes nothing', async (t) => {
  const { write, begin, night, read, characters, backups } = machine(world.home(), fromCsv);
  const others = Array.from({ length: 30 }, (_, index) => `1:${100 + index},Pilot ${index},,\n`).join('');
  write('factions.csv', 'uid,name\n20:7,Harbour & Sons\n');
  write('characters.csv', `${sheet}${others}`);
  write('memberships.csv', 'character,faction,primary\n1:12,20:7,TRUE\n');
  succeeds(t, await begin());
  isQuiet(t, await night());
  t.true((await characters()).includes('Marsh, Ines'));
  t.is(backups().length, 1);

  isQuiet(t, await night());
  t.is((await characters()).length, 32);

  // Two exchange their names, one has left, and one is new.
  write(
    'characters.csv',
    `uid,name\n1:12,Olan Reed\n1:13,"Marsh, Ines"\n1:200,Newcomer\n${others.replace(/^.*\n/, '').replaceAll(',,', '')}`,
  );
  isQuiet(t, await night());
  const now = await characters();
  t.is(now.length, 32);
  t.true(now.includes('Newcomer'));
  t.false(now.includes('Pilot 0'));
  t.regex(read('plan'), /character/);

  // A dump that was cut short, and one that fails.
  write('characters.csv', `uid,name\n1:12,Olan Reed\n`);
  const short = await night();
  t.not(short.code, 0);
  t.regex(short.stderr, /--max-removed/);
  t.deepEqual(await characters(), now);

  write('memberships.csv', 'character,faction,primary\n1:12,20:7\n');
  t.is((await night()).code, 2, 'the dump fails');
  t.deepEqual(await characters(), now);
});

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

withPostgres('a night makes the galaxy like the tables of a game', async (t) => {
  const game = await postgresDatabase(t);
  const { begin, night, characters } = machine(world.home(), fromSql, { GAME: game });
  await query(
    game,
    `create table guilds (id bigint, name text);
     create table players (id bigint, name text, gold bigint, guild_id bigint);
     create table payments (id bigint, made_at timestamptz, amount bigint, payer_id bigint, payee_id bigint, note text);
     insert into guilds values (7, 'Harbour & Sons');
     insert into players values (12, E'Ines\\nMarsh', 125000, 7), (13, 'Olan "Reed"', 0, null);
     insert into payments values (1, now() - interval '500 days', 5, 12, 13, 'old'), (2, now(), 7, 13, 12, null)`,
  );
  succeeds(t, await begin());
  isQuiet(t, await night());
  t.deepEqual((await characters()).sort(), ['Ines\nMarsh', 'Olan "Reed"']);
  await query(game, `update players set name = 'Olan' where id = 13`);
  isQuiet(t, await night());
  t.deepEqual((await characters()).sort(), ['Ines\nMarsh', 'Olan']);
});

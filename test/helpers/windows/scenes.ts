import { demoCharacter, demoClient, loadDemo } from '../../../src/demo/load-demo.js';
import { permissionNames } from '../../../src/domain/permission.js';
import { readTime } from '../../../src/model/read-time.js';
import { storeTokens } from '../../../src/sandbox/sandbox.js';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { type Line, type Scene, TOKEN } from './scene.js';

/** Command lines that do on Windows what they do on Linux, or what they say is done otherwise. */

const line = (command: string, rest: Omit<Line, 'command'> = {}): Line => ({ command, ...rest });

const GALAXY = [
  '{"kind":"faction","uid":"20:1","name":"The Lantern Guild"}',
  '{"kind":"character","uid":"1:1","name":"Hana Véil"}',
  '{"kind":"end","records":2}',
  '',
].join('\n');

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** A folder of /proc, which stands for the drive on Linux, has no room. */
const NO_DRIVE: Line['otherwise'] = [
  [
    'MUCH free at /proc; the database has 0 MB\tfree some space: changes will soon fail',
    'there is no Q:\\\tconnect it, or name another --database',
  ],
];

const NO_MODES: Line['otherwise'] = [
  ['disk\twarning\t0755: other users can read ROOT/box/é g\trun chmod 600 ROOT/box/é g\n', ''],
  ['1 problem and 1 warning:', '1 problem:'],
];

const texts: Scene = {
  name: 'texts',
  lines: [
    line('--version'),
    line('help time'),
    line('time --cgt "Year 12 Day 3"'),
    line('completion powershell'),
    line('time --nothing'),
    line('hello --url http://127.0.0.1:1'),
    line('hello --url C:/nothing'),
    line('api GET "C:/Program Files/Git/api/time"'),
    line('status', { env: { SVCAPI_TOKEN: TOKEN } }),
    line('records-from-csv faction f.csv', { files: { 'f.csv': 'uid,name\r\n20:1,"The Lantern Guild"\r\n' } }),
    line('records-from-csv faction *.csv'),
  ],
};

const database: Scene = {
  name: 'database',
  lines: [
    line('import "ROOT/box/é g/galaxy.ndjson" --database "é g/g.db"', { files: { 'é g/galaxy.ndjson': GALAXY } }),
    line('import --database new.db bad.ndjson', {
      files: { 'bad.ndjson': '{"kind":"nothing"}\n' },
      otherwise: [['rm ROOT/box/new.db*', 'del "ROOT/box/new.db*"']],
    }),
    line('import --database "é g/g.db" nothing.ndjson'),
    line('import --database "é g/g.db" ROOT/box'),
    line('import --database "é g/g.db" *.ndjson'),
    line('import --database "é g/g.db" utf16.ndjson', { files: { 'utf16.ndjson': utf16(GALAXY) } }),
    line('import --database "é g/g.db" -', { stdin: GALAXY.replaceAll('\n', '\r\n') }),
    line('import --database DRIVE/x.db bad.ndjson'),
    line('import --database "é g" bad.ndjson'),
    line('import --database empty.db bad.ndjson', { files: { 'empty.db': '' } }),
    line('import --database text.db bad.ndjson', {
      files: { 'text.db': 'This is no database, but a text.\n'.repeat(40) },
    }),
    line('import bad.ndjson galaxy.ndjson --database "~/x.db"', {
      files: { 'galaxy.ndjson': GALAXY },
      otherwise: [['rm ROOT/home/x.db*', 'del "ROOT/home/x.db*"']],
    }),
    line('import galaxy.ndjson --database "~/x.db"'),
    line('import galaxy.ndjson'),
    line('export --database "é g/g.db"'),
    line('backup "ROOT/box/é g/bäckup.db" --database "é g/g.db"'),
    line('backup "é g/bäckup.db" --database "é g/g.db"'),
    line('backup "é g/bäckup.db" --database "é g/g.db" --force'),
    line('backup "é g/g.db" --database "é g/g.db" --force'),
    line('backup ROOT/box --database "é g/g.db" --force'),
    line('backup nothing/b.db --database "é g/g.db"'),
    line('backup DRIVE/b.db --database "é g/g.db"'),
    line('backup b.db --database nothing.db'),
    line('import galaxy.ndjson --database LONG/long.db'),
    line('migrate'),
    line('account invite Hana --character 1:1 --public-url https://galaxy.example'),
    line('account export Hana hana.json'),
    line('client create bot --redirect-uri https://bot.example/back'),
    line('token create --client bot --character 1:1 --permission character_read'),
    line('doctor --port 0'),
    line('doctor --port 0 --database DRIVE/x.db', { otherwise: NO_DRIVE }),
    line('doctor --port 0 --database "é g"', { otherwise: NO_MODES }),
    line('doctor --port 0 --host 192.0.2.1'),
    line('doctor --port 0 --config c.toml', { files: { 'c.toml': 'database = "C:\\data\\g.db"\n' } }),
    line('doctor --port 0 --config c.toml', { files: { 'c.toml': utf16("database = 'g.db'\nrate-limit = 0\n") } }),
    line('serve --database DRIVE/x.db'),
    line('serve --database "é g"'),
    line('serve --host 192.0.2.1'),
    line('serve --config DRIVE/c.toml'),
  ],
};

/** Makes a demo galaxy that is the same on both machines, with a token that ends in a hundred years. */
async function makeDemo(path: string): Promise<void> {
  const store = await openSqlite({ path });
  const now = readTime('Year 27 Day 1');
  await loadDemo(store, { size: 0.05, seed: 7, now });
  const expires_at = now + 100 * 365 * 86_400;
  const grant = {
    client_id: demoClient.id,
    character_uid: demoCharacter.uid,
    permissions: permissionNames,
    expires_at,
  };
  await storeTokens(store, grant, now, [{ token: TOKEN, kind: 'access', expires_at }]);
  await store.close();
}

const service: Scene = {
  name: 'service',
  serves: 'serve --port 0 --database galaxy.db',
  prepare: makeDemo,
  lines: [
    line('login', { stdin: `${TOKEN}\r\n` }),
    line('status', { env: { SVCAPI_TOKEN: '' } }),
    line('login --no-browser', { interruptAfter: /Waiting/ }),
    line('login', { stdin: 'two\nlines\n' }),
    line('login', { stdin: `svcapi_${'b'.repeat(43)}\n` }),
    line('login --token-file nothing'),
    line('login --token-file t', { files: { t: utf16(`${TOKEN}\r\n`) }, env: { SVCAPI_TOKEN: '' } }),
    line('logout', { env: { SVCAPI_TOKEN: '' } }),
    line('status', { env: { SVCAPI_TOKEN: '' } }),
    line('hello'),
    line('character'),
    line('creditlog --limit 5 --output csv'),
    line('entity 20:1 --xml'),
    line('datacard assign 14:1 --to 4:1 --uses 2'),
    line('datacard assign --batch batch.csv', {
      files: { 'batch.csv': 'datacard,entity,uses\r\n14:1,4:1,1\r\n14:1,4:1,1\r\n14:999,4:1,1\r\n' },
    }),
    line('datacard assign --batch batch.csv'),
    line('api POST character'),
    line('character', { env: { SVCAPI_TOKEN: '' } }),
    line('backup ROOT/box/b.db'),
    line('import more.ndjson', {
      files: { 'more.ndjson': GALAXY.replaceAll('20:1', '20:77').replace('"1:1', '"1:77') },
    }),
    line('account invite Bram --character 1:2'),
    line('serve --port 0'),
    line('doctor --port 0'),
  ],
};

const sandbox: Scene = {
  name: 'sandbox',
  serves: 'serve --sandbox --port 0 --demo-size 0.05',
  lines: [line('hello'), line('character --json')],
};

export const scenes: readonly Scene[] = [texts, database, service, sandbox];

import test from 'ava';
import { permissionNames, permissions } from '../../../src/domain/permission.js';
import { routes } from '../../../src/routes/index.js';
import { refuses } from '../../helpers/cli/run.js';
import { sharedService, withService } from '../../helpers/cli/service.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { addEvents, numbers, uids } from '../../helpers/stream.js';

/** The commands that print what one route answers. */

const service = sharedService();

/** The output of a command in each format; `ORIGIN` stands for the address of the service. */
interface Reading {
  argv: string[];
  /** The output in a pipe, where it is not the fields of JSON. */
  tsv?: string;
  json: Record<string, unknown> | Record<string, unknown>[];
  /** The path of the request whose XML is printed with `--xml`. */
  xml: string;
}

const readings: Reading[] = [
  { argv: ['hello'], json: { message: 'Hello, authorised client!', client: 'console' }, xml: '/api/helloauth' },
  { argv: ['credits'], json: { credits: 123_456 }, xml: '/character/1:1/credits' },
  {
    ...{ argv: ['entity', '4:1'], xml: '/entity/4:1' },
    json: { uid: '4:1', name: 'Ember Works', type: 'facility', owner_uid: '20:1', owner: 'The Lantern Guild' },
  },
  {
    ...{ argv: ['character'], xml: '/character' },
    json: {
      ...{ uid: '1:1', name: 'Hana Veil', image: 'https://images.example/portrait.png' },
      ...{ isprivate: false, isbasic: false, race_uid: '22:1', race: 'Ashari' },
      ...{ faction_uid: '20:1', faction: 'The Lantern Guild', factions: ['The Lantern Guild', 'Quiet Harbour'] },
      ...{ gender: 'female', lastlogin: 1718622000, lastlogin_cgt: 'Year 25 Day 204, 04:00:00' },
      ...{ lastlogin_date: '2024-06-17T11:00:00Z', shortdescription: 'Trader', biography: 'Born between two stars.' },
      ...{ health: 90, healthMax: 100, XP: 4200, XPLevel: 7, credits: 123456 },
    },
  },
  {
    ...{ argv: ['event', '39:1'], xml: '/event/39:1' },
    json: {
      ...{ uid: '39:1', receiver_uid: '1:1', receiver: 'Hana Veil', time: 1718625540 },
      ...{ time_cgt: 'Year 25 Day 204, 04:59:00', time_date: '2024-06-17T11:59:00Z' },
      text: 'You have gained 12 experience.',
    },
  },
  {
    ...{ argv: ['events'], xml: '/events/personal' },
    json: [
      {
        ...{ uid: '39:1', type: 'XP', time: 1718625540, time_cgt: 'Year 25 Day 204, 04:59:00' },
        ...{ time_date: '2024-06-17T11:59:00Z', text: 'You have gained 12 experience.' },
      },
    ],
  },
  {
    ...{ argv: ['grants'], xml: '/character/1:1/permissions' },
    json: [
      {
        ...{ permissions: permissionNames, expires: 1750161600 },
        ...{ expires_cgt: 'Year 26 Day 204, 05:00:00', expires_date: '2025-06-17T12:00:00Z' },
      },
    ],
  },
  {
    ...{ argv: ['datacards', 'the lantern guild'], xml: '/datacards/the%20lantern%20guild' },
    json: [
      { uid: '14:1', entity_uid: '2:1', entity: 'Heron freighter' },
      { uid: '14:2', entity_uid: '2:2', entity: 'Wren courier' },
      { uid: '14:3', entity_uid: '2:1', entity: 'Heron freighter' },
    ].map((card) => ({ ...card, type: 'ship', href: `ORIGIN/ws/v2.0/datacard/${card.uid}` })),
  },
  {
    ...{ argv: ['datacard', 'show', '14:3'], xml: '/datacard/14:3' },
    tsv: '14:3\t2:1\tHeron freighter\t20:1\tThe Lantern Guild\t6\t4:1\tEmber Works\t20:1\tThe Lantern Guild\t4\n',
    json: {
      ...{ uid: '14:3', entity_uid: '2:1', entity: 'Heron freighter', owner_uid: '20:1', owner: 'The Lantern Guild' },
      uses: 6,
      assignedlocations: [
        {
          ...{ location_uid: '4:1', location: 'Ember Works' },
          ...{ locationowner_uid: '20:1', locationowner: 'The Lantern Guild', quantity: 4 },
        },
      ],
    },
  },
  {
    ...{ argv: ['permissions'], xml: '/api/permissions' },
    json: permissionNames.map((name) => {
      const { inherits, description } = permissions[name];
      return { name, inherits, description };
    }),
  },
];

for (const { argv, tsv, json, xml } of readings) {
  test(`svcapi ${argv.join(' ')} prints the same in each format`, async (t) => {
    const print = async (...more: string[]) => {
      const { code, stdout, stderr } = await service.run([...argv, ...more]);
      t.deepEqual([code, stderr], [0, ''], more.join());
      return stdout.replaceAll(service.origin, 'ORIGIN');
    };
    t.deepEqual(JSON.parse(await print('--json')), json);
    const [header = ''] = (await print('--header')).split('\n', 1);
    const headings = header.split('\t');
    const records = [json].flat();
    const common = Object.keys(records[0] ?? {}).filter((field) => headings.includes(field));
    t.deepEqual(headings.slice(0, common.length), common, 'the headings are the fields of JSON');
    const cells = records.map((record) => headings.map((name) => String(record[name] ?? '')));
    const lines = tsv ?? cells.map((line) => `${line.join('\t')}\n`).join('');
    t.is(await print(), lines);
    t.is(await print('--header'), `${header}\n${lines}`);
    t.is(await print('--xml'), `${(await service.xml(xml)).replaceAll(service.origin, 'ORIGIN')}\n`);
  });
}

const datacardRoute = 'Datacard\tPOST\t/datacard/{uid}\tfaction_datacards_write\ttrue\ttrue\t';

test('index lists every route with its methods and its permission, by the path that svcapi api takes', async (t) => {
  const { run, xml } = service;
  const { stdout } = await run(['index', '--json'], { env: { SVCAPI_TOKEN: '' } });
  const listed = JSON.parse(stdout) as Record<string, unknown>[];
  const expected = routes.map(({ method, path }) => `${method} ${path.path}`);
  t.deepEqual(listed.map(({ method, path }) => `${method} ${path}`).sort(), expected.sort());
  const change = listed.find(({ method, path }) => `${method} ${path}` === 'POST /datacard/{uid}');
  t.like(change, {
    ...{ group: 'Datacard', permission: 'faction_datacards_write', auth: true, limited: true, name: 'datacard' },
    ...{ body: ['production_entity_uid', 'uses', 'unlimited'], query: [] },
  });
  const lines = (await run(['index'])).stdout;
  t.true(lines.includes(`\n${datacardRoute}A faction datacard and where it is assigned\n`), lines);
  t.is((await run(['index', '--xml'])).stdout, `${await xml('/')}\n`);
});

test('ratelimits are a line each, with a bar on a terminal, and the call itself is not counted', async (t) => {
  const { run, server, xml } = await withService(t, { rateLimit: 4 });
  for (let call = 0; call < 3; call++) await server.call('/event/39:1');
  for (let call = 0; call < 5; call++) await server.call('/datacard/14:1');
  const { stdout } = await run(['ratelimits']);
  t.regex(stdout, new RegExp(`^/character\\[/\\{uid\\}\\]\t4\t4\t${NOW + 3600}\n`));
  t.is(stdout.split('\n').length, 9 + 1);
  t.regex(stdout, /^\/event\/\{uid\}\t4\t1\t/m);
  t.is((await run(['ratelimits'])).stdout, stdout);
  t.like(JSON.parse((await run(['ratelimits', '--json'])).stdout)[0], {
    ...{ pattern: '/character[/{uid}]', remaining: 4, reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000' },
  });
  t.is((await run(['ratelimits', '--xml'])).stdout, `${await xml('/api/ratelimits')}\n`);
  const table = async (now: number, NO_COLOR = '1') =>
    (await run(['ratelimits'], { terminal: 100, now, env: { NO_COLOR } })).stdout;
  const shown = await table(NOW + 3540);
  t.regex(shown, /│ \/event\/\{uid\} +│ +4 │ \[###\.{7}\] 1 │ in 60 s │\n/);
  t.regex(shown, /│ \/datacard\/\{uid\} +│ +4 │ \[\.{10}\] 0 │ in 60 s │\n/);
  t.regex(await table(NOW - 1), / in 60 min /, 'a clock that is a second behind that of the service');
  t.regex(await table(NOW + 3600), /│ now +│/);
  const coloured = await table(NOW, '');
  t.true(coloured.includes('\x1b[31m[..........] 0\x1b[39m') && coloured.includes('\x1b[32m[##########] 4\x1b[39m'));
});

test('fields that the token may not read, and those that are not there, are empty', async (t) => {
  const { run, server } = service;
  const fields = ['--json', 'name,isbasic,race,factions,health,credits'];
  const nothing = { race: null, factions: [], health: null, credits: null };
  const read = async (argv: string[], env = {}) =>
    JSON.parse((await run(['character', ...argv, ...fields], { env })).stdout);
  t.deepEqual(await read(['1:2']), { name: 'Bram Oster', isbasic: true, ...nothing });
  t.deepEqual(await read(['dorn']), { ...nothing, name: 'Dorn', isbasic: false, race: 'Ashari' });
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:3', ['character_read']);
  t.like(await read([], { SVCAPI_TOKEN }), { name: 'Cleo Ray', race: null, health: null, credits: null });
});

test('without a token, commands print what everybody may read', async (t) => {
  const env = { SVCAPI_TOKEN: '' };
  for (const [argv, stdout] of [
    [['hello'], 'Hello, world!\t\n'],
    [['entity', '22:1'], '22:1\tAshari\trace\t\t\n'],
  ] as const) {
    t.deepEqual(await service.run(argv, { env }), { code: 0, stdout, stderr: '' });
  }
  t.notRegex((await service.run(['hello'], { env, terminal: 80 })).stdout, /client/);
});

test('commands without a uid find the character of the token, whatever its permissions are', async (t) => {
  const { run, server } = await withService(t);
  const of = async (...names: (typeof permissionNames)[number][]) => ({
    env: { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', names) },
  });
  for (const uid of [[], ['1:1']]) {
    t.is((await run(['credits', ...uid], await of('character_credits'))).stdout, '123456\n');
    t.regex((await run(['creditlog', ...uid], await of('character_credits'))).stdout, /^2500\t1718528099\t79\t79\t/);
    t.regex((await run(['grants', ...uid], await of('character_auth'))).stdout, /^character_auth\t\d+$/m);
  }
  for (const command of ['credits', 'creditlog', 'grants']) {
    const none = run([command], { env: { SVCAPI_TOKEN: '' } });
    await refuses(t, none, 4, 'this needs a token; use svcapi login, or set SVCAPI_TOKEN');
  }
});

test('an empty list is an empty output, and people are told', async (t) => {
  const { run, server } = service;
  await loadRows(server.store, 'entity', [{ uid: '20:3', name: 'The Empty Hand', owner_uid: null }]);
  for (const [argv, stderr] of [
    [['datacards', '20:3'], 'The faction has no datacards.\n'],
    [['grants', '1:4'], 'The character has granted nothing to this client.\n'],
    [['creditlog', '--after', '2500'], 'There are no transactions.\n'],
  ] as const) {
    t.deepEqual(await run(argv), { code: 0, stdout: '', stderr: '' });
    t.is((await run([...argv, '--json'])).stdout, '[]\n');
    t.regex((await run([...argv, '--output', 'csv'])).stdout, /^[\w,]+\n$/);
    t.deepEqual(await run(argv, { terminal: 80 }), { code: 0, stdout: '', stderr });
  }
});

const events: [argv: string[], uid: string][] = [
  [['xp'], '39:1'],
  [['Travel'], ''],
  [['--since', '2024-06-17T11:59Z'], '39:1'],
  [['--since', 'Year 25 Day 204, 04:59:01'], ''],
  [['--until', '2024-06-17T11:59Z'], '39:1'],
  [['--until', 'Year 25 Day 204, 04:58:59'], ''],
  [['--after', '39:1'], ''],
  [['xp', '--after', '0'], '39:1'],
];

test('events are chosen by their type, their time and their uid', async (t) => {
  for (const [argv, uid] of events) {
    const { code, stdout } = await service.run(['events', ...argv]);
    t.deepEqual([code, stdout.split('\t')[0]], [0, uid], argv.join(' '));
  }
});

test('events --after, --since and --until read every page, newest first', async (t) => {
  const { run, server } = await withService(t);
  await addEvents(server.store, numbers(10, 1211));
  const list = async (...argv: string[]) => {
    const { stdout } = await run(['events', ...argv, '--json', 'uid']);
    return (JSON.parse(stdout) as { uid: string }[]).map(({ uid }) => uid).join(' ');
  };
  const newestFirst = (from: number, to: number) => uids(numbers(from, to).reverse()).join(' ');
  t.is(await list('--after', '39:109'), newestFirst(110, 1211));
  t.is(await list('--after', '109', '--until', String(NOW + 1200)), newestFirst(110, 1200));
  t.is(await list('--since', String(NOW + 20), '--until', String(NOW + 30)), newestFirst(20, 30));
});

const MISSING = 'There is no such entity, or it is not visible to this token.';
const EMPTY = 'the uid or the name is empty; give one such as 1:12';

/** What a command says of an argument that names nothing. */
const refused: [command: string, given: string[], code: number, message: string][] = [
  // Names that would lead to another route if they were not escaped.
  ['character', ['nobody', '..', '.', 'a/b', '%', '%2e%2e', '1:999', 'x?y=z', '#', 'é'], 6, MISSING],
  ['character', ['', ' '], 2, EMPTY],
  ['credits', ['1:2'], 6, MISSING],
  ['creditlog', ['1:2'], 6, MISSING],
  ['event', ['39:2', '39:99'], 6, MISSING],
  ['event', ['1:1'], 2, 'uid: It must be the uid of an event, such as 39:12.'],
  ['entity', ['4:99'], 6, 'There is no such entity. Give the uid of something that has a name, not of an event.'],
  ['entity', ['Ember Works'], 2, 'uid: It must be a uid, such as 4:12.'],
  ['datacards', ['The Lantern'], 6, 'There is no such faction. Give its uid or its full name.'],
];

const misused: [argv: string[], message: string][] = [
  [['events', '--after', '1:1'], '--after is “1:1”; give the uid of an event, such as 39:10'],
  [['events', '--since', 'Y25D1', '--xml'], '--after, --since and --until cannot be combined with --xml'],
];

test('an argument that names nothing is refused in one line', async (t) => {
  for (const [command, given, code, message] of refused) {
    for (const each of given) await refuses(t, service.run([command, '--', each]), code, message, `${command} ${each}`);
  }
  for (const [argv, message] of misused) await refuses(t, service.run(argv), 2, message);
});

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { loadDemo } from '../../../src/demo/load-demo.js';
import { readTime } from '../../../src/model/read-time.js';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { run, temporaryFolder } from '../../helpers/cli/run.js';
import { type Serving, serve } from '../../helpers/cli/serving.js';
import { plainCall } from '../../helpers/plain.js';
import { form } from '../../helpers/server.js';
import { PASSWORD_HASH } from '../../helpers/visitor.js';

/** The options of a small demo galaxy, and what its greeting ends with. */
const DEMO = ['--demo', '--demo-size', '0.01'];
const GREETED = { last: /login --url/ };
const IN_MEMORY = [...DEMO, '--database', ':memory:'];

/** The hash of the exported records. A change of it changes the galaxy of everybody's tests: say so in CHANGELOG.md. */
const HASH = 'c66478d178b2c404b130e57b93f7f37d243729e59aacc4fe6a852d6620422b72';

test('a second start keeps the galaxy, its changes, the first token and the password of Hana', async (t) => {
  const database = join(await temporaryFolder(t), 'new', 'folders', 'svcapi.db');
  const argv = [...DEMO, '--database', database];
  const usesIn = async (answer: Response) =>
    ((await answer.json()) as { svcapi: { datacard: { uses: number } } }).svcapi.datacard.uses;
  const { url, token, stdout, get, stop } = await serve(t, argv, GREETED);
  const [, link = ''] = /^ +(\S+\/account\/invitation\?code=\S+)$/m.exec(stdout.text) ?? [];
  t.true(link.startsWith(url));
  const before = await usesIn(await get('/datacard/14:1'));
  const assigned = await fetch(`${url}/ws/v2.0/datacard/14:1`, {
    ...form({ production_entity_uid: '4:1', uses: 3 }),
    headers: { Authorization: `Bearer ${token}` },
  });
  t.is(assigned.status, 200);
  t.is(await stop(), 0);

  // The page hashes passwords at full cost; test/page/journeys.all.test.ts follows the link, and chooses one.
  const store = await openSqlite({ path: database });
  const { id = '' } = (await store.accounts.findByName('Hana Veil')) ?? {};
  await store.accounts.setPassword(id, PASSWORD_HASH, Math.floor(Date.now() / 1000));
  await store.close();
  const second = await serve(t, argv, GREETED);
  t.false(second.stdout.text.includes('invitation'), 'the password stays');
  t.true(second.stdout.text.includes(`\n  ${second.url}/ws/v2.0/account\n`));
  t.is(await usesIn(await second.get('/datacard/14:1', token)), before - 3);
  t.not(second.token, token);
  t.is((await second.get('/character')).status, 200);
  t.is(await second.stop(), 0);
});

test('--demo leaves a database with other content alone and prints no token', async (t) => {
  const database = ['--database', join(await temporaryFolder(t), 'svcapi.db')];
  const records = [Buffer.from('{"kind":"faction","uid":"20:1","name":"The Lantern Guild"}\n')];
  t.is((await run(['import', '-', ...database], { stdin: records })).code, 0);
  const { stdout, get, stop } = await serve(t, [...DEMO, ...database]);
  t.is((await get('/datacards/the+lantern+guild')).status, 200);
  t.is(await stop(), 0);
  t.false(stdout.text.includes('svcapi_'));
});

test('a demo galaxy is the same on any day and machine', async (t) => {
  const database = join(await temporaryFolder(t), 'demo.db');
  const store = await openSqlite({ path: database });
  await loadDemo(store, { size: 0.2, seed: 7, now: readTime('Year 27 Day 1') });
  await store.close();
  const { stdout } = await run(['export', '--galaxy', '--database', database]);
  t.is(createHash('sha256').update(stdout.replace(/.*\n$/, '')).digest('hex'), HASH);
});

/** Asks for the token of the demo as a program would that can send any header field. */
const ask = ({ url }: Serving, headers: Record<string, string> = {}) =>
  plainCall(`${url}/ws/v2.0/documentation/demo-token`, { headers });

/** Reports whether the page offers the token. */
async function isOffered({ get }: Serving): Promise<boolean> {
  return (await (await get('/documentation')).text()).includes('name="demo"');
}

test('--demo prints a token and two commands that work as printed, and gives it to its page alone', async (t) => {
  const demo = await serve(t, IN_MEMORY, GREETED);
  t.is((await demo.get('/api/time')).headers.get('Keep-Alive'), 'timeout=65');
  const commands = demo.stdout.text.split('\n').filter((line) => line.trim().startsWith('curl'));
  t.is(commands.length, 2);
  const env = { ...process.env, TOKEN: demo.token };
  for (const command of commands) {
    const answer = await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -sf')], { env });
    t.is(JSON.parse(answer.stdout).version, '2.0');
  }
  t.true(await isOffered(demo));
  const { status, headers, text } = await ask(demo, { Origin: 'https://elsewhere.example' });
  t.deepEqual([status, text, headers['cache-control']], [200, demo.token, 'no-store']);
  t.is(headers['cross-origin-resource-policy'], 'same-origin');
  t.is(headers['access-control-allow-origin'], undefined);
  t.is((await ask(demo, { Host: 'elsewhere.example' })).status, 404, 'a name that leads to this machine is not enough');
  t.is(await demo.stop('SIGINT'), 0);

  // Nor does a service that others reach, or one without a demo.
  for (const [argv, last] of [
    [['--database', ':memory:'], /listens on/],
    [[...IN_MEMORY, '--host', '0.0.0.0'], GREETED.last],
    [[...IN_MEMORY, '--public-url', 'https://galaxy.example'], GREETED.last],
    [[...IN_MEMORY, '--trusted-proxies', '127.0.0.1'], GREETED.last],
    [['--sandbox', '--demo-size', '0.01'], /sandbox\/faults/],
  ] as const) {
    const service = await serve(t, argv, { last });
    t.false(await isOffered(service), argv.join(' '));
    t.is((await ask(service, { Host: '127.0.0.1' })).status, 404, argv.join(' '));
  }
});

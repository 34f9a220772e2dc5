import { chmod, copyFile, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import type { Ran, Surroundings } from '../../helpers/cli/run.js';
import { type Service, withService } from '../../helpers/cli/service.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { addTransactions, numbers } from '../../helpers/stream.js';

/** The pages of a credit log that `creditlog --all` keeps on disk. */

const setup = { rateLimit: 1e6 };
const ALL = ['creditlog', '--all', '1:1'];

const folderOf = ({ home }: Service) => join(home, '.cache/svcapi/answers');

const filesOf = async (service: Service) =>
  (await readdir(folderOf(service)).catch(() => [])).map((name) => join(folderOf(service), name));

const ids = ({ stdout }: Ran) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split('\t')[0]));

/** Runs a command, and returns its outcome with the statuses that the service has answered its calls with. */
async function runs(service: Service, argv: readonly string[] = ALL, around?: Surroundings) {
  const from = service.server.log.length;
  const ran = await service.run(argv, around);
  const lines = service.server.log.slice(from);
  return { ...ran, statuses: lines.flatMap((line) => /"status":(\d+)/.exec(line)?.[1] ?? []).map(Number) };
}

test('a log that is read again is transferred from where it has changed, and printed whole', async (t) => {
  const service = await withService(t, setup);
  const first = await runs(service);
  t.deepEqual(first.statuses, [200, 200, 200]);
  t.deepEqual(await runs(service), { ...first, statuses: [304, 304, 304] });
  t.deepEqual(await runs(service, [...ALL, '--no-cache']), first);
  await addTransactions(service.server.store, numbers(2501, 2503));
  const grown = await runs(service);
  t.deepEqual(grown.statuses, [304, 304, 200]);
  t.deepEqual(ids(grown), numbers(1, 2503));
  await service.server.store.transaction(({ load }) => load.write('transaction', [changed(1500)]));
  const later = await runs(service);
  t.deepEqual(later.statuses, [304, 200, 304]);
  t.regex(later.stdout, /^1500\t.*\tcorrected$/m);
});

const changed = (id: number) => ({
  ...{ id, time: 1_718_530_000, amount: 7, sender_uid: '1:1', receiver_uid: '20:1', communication: 'corrected' },
});

for (const format of [['--json'], ['--output', 'csv'], ['--plot']]) {
  test(`${format.join(' ')} prints the same bytes from kept pages`, async (t) => {
    const service = await withService(t, setup);
    const argv = format[0] === '--plot' ? ['creditlog', '1:1', '--plot'] : [...ALL, ...format];
    const { stdout, stderr } = await runs(service, [...argv, '--no-cache']);
    t.is((await runs(service, argv)).stdout, stdout);
    const again = await runs(service, argv);
    t.deepEqual([again.stdout, again.stderr], [stdout, stderr]);
    t.true(again.statuses.every((status) => status === 304));
  });
}

test('a 304 counts against the limit', async (t) => {
  const service = await withService(t, { rateLimit: 6 });
  t.is((await runs(service)).code, 0);
  t.deepEqual((await runs(service)).statuses, [304, 304, 304]);
  const { code, stderr } = await runs(service);
  t.is(code, 7);
  t.regex(stderr, /^svcapi: too many calls/);
});

test('another token gets its own log, and nothing of the first by an ETag', async (t) => {
  const service = await withService(t, setup);
  const own = ['creditlog', '--all'];
  const hana = await runs(service, own);
  const token = await tokenFor(service.server.store, '1:2');
  const bram = await runs(service, own, { env: { SVCAPI_TOKEN: token } });
  t.deepEqual([bram.code, bram.stdout, bram.statuses], [0, '', [200, 200]]);
  const refused = await runs(service, ALL, { env: { SVCAPI_TOKEN: token } });
  t.deepEqual([refused.stdout, refused.code === 0], ['', false]);
  const second = await tokenFor(service.server.store, '1:1');
  const again = await runs(service, own, { env: { SVCAPI_TOKEN: second } });
  t.deepEqual([again.stdout, again.statuses], [hana.stdout, [200, 200, 200, 200]]);
  t.deepEqual((await runs(service, own)).statuses, [304, 304, 304, 304]);
});

test('a service at another address gets no ETag of the first', async (t) => {
  const service = await withService(t, setup);
  await runs(service);
  const other = await withService(t, setup);
  const from = other.server.log.length;
  t.is((await service.run(ALL, { env: { SVCAPI_URL: other.origin, SVCAPI_TOKEN: other.server.token } })).code, 0);
  t.deepEqual(other.server.log.slice(from).filter((line) => line.includes('"status":200')).length, 3);
});

test('only its owner can read what is kept, and it contains no token', async (t) => {
  const service = await withService(t, setup);
  await mkdir(folderOf(service), { recursive: true, mode: 0o755 });
  await chmod(folderOf(service), 0o755);
  await runs(service);
  t.is((await stat(folderOf(service))).mode & 0o777, 0o700);
  const files = await filesOf(service);
  t.is(files.length, 3);
  for (const file of files) {
    t.is((await stat(file)).mode & 0o777, 0o600);
    t.false((file + (await readFile(file, 'utf8'))).includes(service.server.token));
  }
});

const damages: [name: string, damage: (file: string) => Promise<unknown>][] = [
  ['empty', (file) => writeFile(file, '')],
  ['cut off', async (file) => writeFile(file, (await readFile(file)).subarray(0, 5000))],
  [
    'with another amount',
    async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('"amount":', '"amount":9')),
  ],
  ['of other content', (file) => writeFile(file, '{"etag":1}\n{}')],
  ['binary', (file) => writeFile(file, Buffer.alloc(1000, 0xff))],
];

for (const [name, damage] of damages) {
  test(`a kept page that is ${name} is read again, and --debug says so`, async (t) => {
    const service = await withService(t, setup);
    const { stdout } = await runs(service);
    for (const file of await filesOf(service)) await damage(file);
    const again = await runs(service, [...ALL, '--debug']);
    t.deepEqual([again.stdout, again.statuses], [stdout, [200, 200, 200]]);
    t.is(again.stderr.match(/^\* The kept answer .* is damaged, and not used\.$/gm)?.length, 3);
    t.deepEqual((await runs(service)).statuses, [304, 304, 304]);
  });
}

test('--debug shows what is asked for by its ETag', async (t) => {
  const service = await withService(t, setup);
  await runs(service);
  const { stderr } = await runs(service, [...ALL, '--debug']);
  t.is(stderr.match(/^> If-None-Match: W\/"[\w-]{22}"$/gm)?.length, 3);
  t.is(stderr.match(/^< HTTP\/1.1 304 Not Modified$/gm)?.length, 3);
});

const obstacles: [name: string, make: (service: Service) => Promise<unknown>][] = [
  ['a file', async ({ home }) => writeFile(join(home, '.cache'), '')],
  ['a link to nowhere', ({ home }) => symlink('/nonexistent/elsewhere', join(home, '.cache'))],
];

for (const [name, make] of obstacles) {
  test(`a cache folder that is ${name} does not matter`, async (t) => {
    const service = await withService(t, setup);
    await make(service);
    for (let round = 0; round < 2; round++) {
      const { code, stderr, statuses } = await runs(service);
      t.deepEqual([code, stderr, statuses], [0, '', [200, 200, 200]]);
    }
    t.regex((await runs(service, [...ALL, '--debug'])).stderr, /^\* No answers are kept: /m);
  });
}

test('what was not used for a week is removed', async (t) => {
  const service = await withService(t, setup);
  await runs(service);
  const [page = '', ...others] = await filesOf(service);
  const day = 24 * 60 * 60;
  const [old, younger] = [8, 6].map((days) => ({ path: join(folderOf(service), `${days}`), used: NOW - days * day }));
  for (const { path, used } of [old, younger].filter((each) => each !== undefined)) {
    await copyFile(page, path);
    await utimes(path, used, used);
  }
  t.deepEqual((await runs(service)).statuses, [304, 304, 304]);
  t.deepEqual((await filesOf(service)).sort(), [page, ...others, younger?.path ?? ''].sort());
});

test('no more is kept than 64 MB: what was not used for an hour makes room', async (t) => {
  const service = await withService(t, setup);
  await mkdir(folderOf(service), { recursive: true });
  const large = ['first', 'second'].map((name) => join(folderOf(service), name));
  for (const file of large) {
    await writeFile(file, Buffer.alloc(32 * 1024 * 1024));
    await utimes(file, NOW - 60, NOW - 60);
  }
  await runs(service);
  t.deepEqual((await filesOf(service)).sort(), large, 'both were used within the hour');
  await utimes(large[1] ?? '', NOW - 3700, NOW - 3700);
  await runs(service);
  const left = await filesOf(service);
  t.deepEqual([left.length, left.includes(large[0] ?? ''), left.includes(large[1] ?? '')], [4, true, false]);
});

test('two runs at once print the same log, and keep it', async (t) => {
  const service = await withService(t, setup);
  const env = { HOME: service.home, SVCAPI_URL: service.origin, SVCAPI_TOKEN: service.server.token };
  const all = () => Promise.all(Array.from({ length: 4 }, () => startProgram(ALL, env).ended));
  const { stdout } = await service.run([...ALL, '--no-cache']);
  for (const { code, stdout: printed, stderr } of [...(await all()), ...(await all())]) {
    t.deepEqual([code, stderr], [0, '']);
    t.is(printed, stdout);
  }
  t.is((await filesOf(service)).length, 3, 'no temporary file is left');
  t.deepEqual((await runs(service)).statuses, [304, 304, 304]);
});

test('one page, and a walk after an id, are not kept', async (t) => {
  const service = await withService(t, setup);
  await runs(service, ['creditlog', '1:1']);
  await runs(service, ['creditlog', '1:1', '--since', '2000']);
  await runs(service, ['character']);
  t.deepEqual(await filesOf(service), []);
});

import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import test from 'ava';
import { explainListening } from '../../../src/cli/host/listening.js';
import { host } from '../../helpers/cli/hosted.js';
import { run } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { inTime } from '../../helpers/until.js';

const DATABASE = ['--database', ':memory:'];

/** Asks for a name that nobody has, on a limited route, from a client behind a proxy at the socket. */
function statusAt(socketPath: string, client?: string): Promise<number | undefined> {
  const headers = client === undefined ? {} : { 'X-Forwarded-For': client };
  return new Promise((resolve, reject) => {
    const options = { socketPath, path: '/ws/v2.0/character/handlecheck/Hana', headers };
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

test('a proxy at a Unix socket is trusted, and clients that it does not name count as one', async (t) => {
  const socket = join(temporaryFolder(), 'svcapi.sock');
  const limits = ['--rate-limit', '1', '--blacklist-after', '1'];
  const { url, stop } = await serve(t, ['--unix-socket', socket, ...DATABASE, ...limits]);
  t.is(url, `unix:${socket}`);
  t.deepEqual([await statusAt(socket, '192.0.2.1'), await statusAt(socket, '192.0.2.2')], [404, 404]);
  const unnamed = [await statusAt(socket), await statusAt(socket), await statusAt(socket), await statusAt(socket)];
  t.deepEqual(unnamed, [404, 400, 400, 400], 'a proxy is never blacklisted');
  t.is(await statusAt(socket, '192.0.2.1'), 400);
  await t.throwsAsync(statusAt(socket, '192.0.2.1'), { code: 'ECONNRESET' });

  const second = await run(['serve', '--unix-socket', socket, ...DATABASE]);
  t.is(second.code, 1);
  const next = 'another service listens there; choose another --unix-socket';
  t.true(second.stderr.includes(`cannot listen on ${socket}: ${next}`), second.stderr);
  const { stdout } = await run(['doctor', '--unix-socket', socket, '--database', join(socket, '../x.db')]);
  t.regex(stdout, new RegExp(`a service listens on ${socket}`));
  t.is(await stop(), 0);
  t.false(existsSync(socket));
});

test('the socket of a killed service is replaced, and another file is not', async (t) => {
  const socket = join(temporaryFolder(), 'svcapi.sock');
  const { child } = await host(t, ['--unix-socket', socket, ...DATABASE]);
  child.kill('SIGKILL');
  await inTime(once(child, 'exit'), 'the service lives');
  t.true(existsSync(socket));
  await serve(t, ['--unix-socket', socket, ...DATABASE]);
  t.is(await statusAt(socket), 404);

  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'text');
  t.regex((await run(['serve', '--unix-socket', file, ...DATABASE])).stderr, /there is a file of that name/);
  t.true(existsSync(file));
});

test('a sandbox has no Unix socket, and Windows neither', async (t) => {
  const { stderr } = await run(['serve', '--sandbox', '--unix-socket', join(temporaryFolder(), 'x')]);
  t.regex(stderr, /a sandbox is for this machine only; leave out .*--unix-socket/);
  const address = { host: '127.0.0.1', port: 1, path: '/x', flag: '--port' } as const;
  t.regex(explainListening(new Error('EACCES'), address, 'win32').reason, /Windows/);
});

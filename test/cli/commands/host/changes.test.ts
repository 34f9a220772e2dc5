import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import type { DatacardChange } from '../../../../src/store/store.js';
import { startProgram } from '../../../helpers/cli/program.js';
import { withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { query } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { inTime } from '../../../helpers/until.js';

const change: DatacardChange = {
  ...{ time: NOW, action: 'assign', client_id: 'console', character_uid: '1:1', datacard_uid: '14:1' },
  ...{ location_uid: '4:1', uses_before: 0, uses_after: 3, request_id: 'first' },
};

/** A galaxy whose audit trail has a line for each name of a request. */
async function withChanges(t: ExecutionContext, ...names: string[]) {
  const galaxy = await withGalaxy(t);
  const add = (...more: string[]) =>
    galaxy.look(async (store) => {
      for (const name of more) await store.datacards.recordChange({ ...change, request_id: name });
    });
  await add(...names);
  return { ...galaxy, add };
}

/** Follows the changes with the real program, and reads its lines one by one. */
function follow(t: ExecutionContext, database: string, ...argv: string[]) {
  const env = { SVCAPI_DATABASE: database };
  const { child, ended } = startProgram(['changes', '--follow', '--json', 'request_id', ...argv], env);
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await inTime(lines.next(), 'no line comes')).value).request_id;
  return { child, ended, next };
}

test('changes are listed in the order of their ids, with every field', async (t) => {
  const { run, add } = await withChanges(t, 'first');
  await add('second');
  const { code, stdout, stderr } = await run(['changes']);
  t.deepEqual([code, stderr], [0, '']);
  const line = (id: number, name: string) =>
    `${id}\t2024-06-17T12:00:00Z\tassign\t14:1\t4:1\t0\t3\t1:1\tconsole\t${name}\n`;
  t.is(stdout, line(1, 'first') + line(2, 'second'));
  t.is((await run(['changes', '--after', '2', '--json', 'id'])).stdout, '[]\n');
  t.like(await run(['changes', '--after', '-1']), { code: 2, stdout: '' });
  const { stdout: json } = await run(['changes', '--after', '1', '--json']);
  t.deepEqual(JSON.parse(json), [
    {
      ...{ id: 2, time: '2024-06-17T12:00:00Z', action: 'assign', datacard: '14:1', location: '4:1' },
      ...{ uses_before: 0, uses_after: 3, character: '1:1', client: 'console', request_id: 'second' },
    },
  ]);
});

test('--follow prints new changes, also after its connections were cut, and a signal the id to continue after', async (t) => {
  const { path, add } = await withChanges(t, 'first', 'second');
  const name = `changes_${process.pid}`;
  const isPostgres = path.startsWith('postgres');
  const { child, ended, next } = follow(t, isPostgres ? `${path}&application_name=${name}` : path, '--after', '1');
  t.is(await next(), 'second');
  if (isPostgres) {
    await query(path, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`);
  }
  await add('third', 'fourth');
  t.deepEqual([await next(), await next()], ['third', 'fourth']);
  child.kill('SIGTERM');
  const { code, signal, stderr } = await ended;
  t.deepEqual([code, signal], [null, 'SIGTERM']);
  t.regex(stderr, /^(The database does not answer: .*\n)?svcapi: interrupted by SIGTERM: continue with --after 4\n$/);
});

test('--follow ends at the next change when the reader of its pipe has gone', async (t) => {
  const { path, add } = await withChanges(t, 'first');
  const { child, ended, next } = follow(t, path);
  t.is(await next(), 'first');
  child.stdout.destroy();
  await add('second');
  t.like(await inTime(ended, 'it goes on'), { code: 0, stderr: '' });
});

test('--follow ends when its file is replaced', async (t) => {
  const { path, look } = await withGalaxyFile();
  await look((store) => store.datacards.recordChange(change));
  const { ended, next } = follow(t, path);
  t.is(await next(), 'first');
  await rename((await withGalaxyFile()).path, path);
  const { code, stderr } = await inTime(ended, 'it goes on');
  t.is(code, 1);
  t.regex(stderr, /the database .* was deleted or replaced while in use; restore it, and start svcapi again/);
});

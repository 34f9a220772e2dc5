import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { interruptSignals } from '../../src/cli/exit-status.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { withGalaxyFile } from '../helpers/cli/run.js';
import { temporaryFolder } from '../helpers/folder.js';
import { sharedServer } from '../helpers/shared-server.js';
import { inTime, until } from '../helpers/until.js';

/** Commands that print for seconds or without an end: a signal ends them after their first lines, and so does a reader that goes. */

const { path: database } = await withGalaxyFile();
const connection = new DatabaseSync(database);
connection.exec(`insert into transactions
  with recursive count (n) as (select 3000 union all select n + 1 from count where n < 400000)
  select n, 1718625600, 5, '1:1', '1:4', 'Lot' from count`);
connection.exec(`insert into events (uid, receiver_uid, time, text)
  with recursive count (n) as (select 3000 union all select n + 1 from count where n < 6000)
  select '39:' || n, '1:1', 1718625600, 'A trade' from count`);
connection.close();
const server = sharedServer({ database, rateLimit: 1e6 });

const folder = temporaryFolder();
writeFileSync(join(folder, 'record'), '{"kind":"entity","uid":"4:77","name":"Ember Works"}\n');

/** Starts a line of the shell; in it, `svcapi` is the real program. */
async function start(t: ExecutionContext, line: string, stdout: 'pipe' | number) {
  const { url, token } = await server();
  const child = spawn('bash', ['-c', `svcapi() { '${process.execPath}' '${PROGRAM}' "$@"; }; ${line}`], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', SVCAPI_DATABASE: database },
      ...{ SVCAPI_URL: new URL(url).origin, SVCAPI_TOKEN: token },
    },
    stdio: ['ignore', stdout, 'inherit'],
    // A signal reaches all programs of the line, as from a terminal.
    detached: true,
  });
  const group = -(child.pid as number);
  t.teardown(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of its programs have ended.
    }
  });
  const ended = new Promise<[number | null, string | null]>((resolve) =>
    child.on('exit', (code, signal) => resolve([code, signal])),
  );
  return { child, group, ended: inTime(ended, `${line} lives`) };
}

const lines = [
  'svcapi creditlog --all',
  'svcapi creditlog --all --json',
  'svcapi export',
  'svcapi time - < <(yes Y12D3)',
  "svcapi records-from-csv entity - < <(echo uid,name; yes '4:1,Ember Works')",
];

/** Replaces the shell by the program, whose end is then that of the child. */
const alone = (line: string) => line.replace('svcapi', `exec 2>/dev/null; exec '${process.execPath}' '${PROGRAM}'`);

for (const [index, line] of lines.entries()) {
  const signal = interruptSignals[index % interruptSignals.length] ?? 'SIGINT';

  test.serial(`${signal} ends a command that prints into a file: ${line}`, async (t) => {
    const target = join(folder, `output-${index}`);
    const file = openSync(target, 'w');
    const { group, ended } = await start(t, alone(line), file);
    closeSync(file);
    await until(() => statSync(target).size > 0, { what: `${line} prints` });
    process.kill(group, signal);
    t.deepEqual(await ended, [null, signal]);
  });

  test.serial(`${signal} ends a command whose pipe nobody reads: ${line}`, async (t) => {
    const { child, group, ended } = await start(t, alone(line), 'pipe');
    // The pipe is full some time after its first bytes.
    await until(() => (child.stdout?.readableLength ?? 0) > 0 || child.stdout?.readable === false, {
      what: 'it prints',
    });
    process.kill(group, signal);
    t.deepEqual(await ended, [null, signal]);
  });
}

const endless = [
  ...lines,
  'svcapi creditlog --since Y1D1',
  'svcapi creditlog --follow --after 0',
  'svcapi events --follow --after 0',
  'svcapi datacards 20:1 --uses',
  'svcapi import --follow - < <(cat record; sleep 100)',
  'svcapi import --follow - < <(while cat record; do :; done)',
  'svcapi changes --json',
];

for (const line of endless) {
  test.serial(`a reader of one line ends a command: ${line}`, async (t) => {
    const { child, ended } = await start(t, `exec 2>/dev/null; ${line} | head -n 1 > /dev/null; true`, 'pipe');
    child.stdout?.resume();
    const [code] = await ended;
    t.is(code, 0);
  });
}

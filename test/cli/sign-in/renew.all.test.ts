import { stat, writeFile } from 'node:fs/promises';
import test from 'ava';
import { MACHINE } from '../../../src/cli/replace-file.js';
import { fileOf, STORED } from '../../helpers/cli/login.js';
import { startProgram } from '../../helpers/cli/program.js';
import { exchanged, signIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { NOW } from '../../helpers/galaxy.js';

test('a lock that is kept is named after 90 seconds', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const lock = `${fileOf(player)}.lock`;
  await writeFile(lock, `${MACHINE} ${process.pid}\n`);
  const waits: number[] = [];
  const { code, stderr } = await player.run(['character'], {
    ...{ env: STORED, now: NOW + 3601 },
    onSleep: (milliseconds) => waits.push(milliseconds),
  });
  t.is(code, 1);
  t.is(stderr, `svcapi: another svcapi is changing ${fileOf(player)}; try again, or remove ${lock} if none runs\n`);
  t.is(
    waits.reduce((sum, wait) => sum + wait),
    90_000,
  );
});

test('of several processes at once, one renews, and all go on', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  player.server.time.now = (NOW + 3700) * 1000;
  const programs = Array.from({ length: 4 }, () => startProgram(['character', '--json', 'uid'], { HOME: player.home }));
  for (const { ended } of programs)
    t.like(await ended, { code: 0, stdout: '{"uid":"1:1"}\n', stderr: '', signal: null });
  t.is(exchanged(player), 1);
  await t.throwsAsync(stat(`${fileOf(player)}.lock`), { code: 'ENOENT' });
});

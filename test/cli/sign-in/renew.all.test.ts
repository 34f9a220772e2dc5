import test from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import { signIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { NOW } from '../../helpers/galaxy.js';

test('several processes at once renew a sign-in, and all go on', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  player.server.time.now = (NOW + 3700) * 1000;
  const programs = Array.from({ length: 4 }, () => startProgram(['character', '--json', 'uid'], { HOME: player.home }));
  for (const { ended } of programs)
    t.like(await ended, { code: 0, stdout: '{"uid":"1:1"}\n', stderr: '', signal: null });
});

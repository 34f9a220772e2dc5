import test from 'ava';
import { manyRows, withBatches } from '../helpers/cli/batch-world.js';
import { startProgram } from '../helpers/cli/program.js';
import { proxy } from '../helpers/cli/proxy.js';
import { sharedService } from '../helpers/cli/service.js';
import { onTerminal, openTerminal } from '../helpers/cli/terminal.js';

/** Signals that only a process has; the trial `signals` sends them to every command. */

const service = sharedService();

for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  test(`a batch that ${signal} interrupts dies of it, and the message says how to continue`, async (t) => {
    const { origin, server, home, write } = await withBatches(t);
    const { url } = await proxy(t, origin, async ({ count, forward }) => {
      if (count === 3) child.kill(signal);
      return forward();
    });
    const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(60))];
    const { child, ended } = startProgram(argv, { HOME: home, SVCAPI_URL: url, SVCAPI_TOKEN: server.token });
    const { code, signal: cause, stderr } = await ended;
    t.deepEqual([code, cause], [null, signal]);
    // The third row is done, too, unless the machine is so busy that it is given up.
    t.regex(
      stderr,
      new RegExp(`^svcapi: interrupted by ${signal}: stopped between two rows; [23] of 60 rows are done: `),
    );
  });
}

onTerminal('Ctrl-C at a prompt ends the loop around it, and restores the terminal', async (t) => {
  const { origin, home } = service;
  const line = `for i in 1 2; do echo "begin $i"; svcapi login --with-token --url '${origin}'; done`;
  const session = openTerminal(t, `trap 'stty -a' EXIT; ${line}`, { HOME: home });
  await session.shows('Token: ');
  session.type('secret\x03');
  const { code, shown } = await session.ended;
  t.regex(shown, /svcapi: interrupted by SIGINT: nothing was stored\n/);
  t.false(shown.includes('begin 2') || shown.includes('secret'), shown);
  t.regex(shown, / echo /);
  t.is(code, 130);
});

import test from 'ava';
import { startProgram } from './helpers/cli/program.js';
import { withGalaxy } from './helpers/cli/run.js';

test('commands that open the database run', async (t) => {
  const { path } = await withGalaxy(t);
  const run = (...argv: string[]) => startProgram(argv, { SVCAPI_DATABASE: path, LC_ALL: 'C.UTF-8' }).ended;
  const token = await run(
    ...['token', 'create', '--client', 'bot', '--character', '1:1', '--permission', 'character_read'],
  );
  t.regex(token.stdout, /^svcapi_[\w-]{43}\n$/, token.stderr);
  t.regex((await run('token', 'list')).stdout, /\tactive\tbot\t1:1\tHana Veil\tcharacter_read\t/);
  t.regex((await run('client', 'list', '--output', 'table')).stdout, /│ console │/);
  t.is((await run('migrate')).stdout, '');
});

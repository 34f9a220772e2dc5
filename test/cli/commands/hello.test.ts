import test from 'ava';
import { golden } from '../../helpers/cli/golden.js';
import { withService } from '../../helpers/cli/service.js';
import { tokenFor } from '../../helpers/galaxy.js';

golden({
  argv: ['hello'],
  table: `\
┌─────────┬───────────────────────────┐
│ message │ Hello, authorised client! │
│ client  │ console                   │
└─────────┴───────────────────────────┘
`,
  tsv: 'Hello, authorised client!\tconsole\n',
  json: { message: 'Hello, authorised client!', client: 'console' },
  fields: { client: 'console' },
  csv: 'message,client\n"Hello, authorised client!",console\n',
  xml: { path: '/api/helloauth' },
});

test('without a token, the greeting for anyone is printed', async (t) => {
  const { run } = await withService(t);
  const env = { SVCAPI_TOKEN: '' };
  t.deepEqual(await run(['hello'], { env }), { code: 0, stdout: 'Hello, world!\t\n', stderr: '' });
  t.deepEqual(JSON.parse((await run(['hello', '--json'], { env })).stdout), { message: 'Hello, world!', client: null });
  t.is(
    (await run(['hello', '--no-color'], { env, terminal: 80 })).stdout,
    `\
┌─────────┬───────────────┐
│ message │ Hello, world! │
└─────────┴───────────────┘
`,
  );
});

test('a missing permission names the permissions of the token', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['character_auth', 'character_events']);
  t.deepEqual(await run(['hello'], { env: { SVCAPI_TOKEN } }), {
    code: 5,
    stdout: '',
    stderr:
      'svcapi: the token lacks the permission character_read; it has character_auth, character_events; ask for a token ' +
      'with it, and use svcapi login\n',
  });
});

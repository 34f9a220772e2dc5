import test from 'ava';
import { golden } from '../../helpers/cli/golden.js';
import { withService } from '../../helpers/cli/service.js';

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

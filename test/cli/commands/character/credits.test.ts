import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { tokenFor } from '../../../helpers/galaxy.js';

golden({
  argv: ['credits'],
  table: `\
┌─────────┬─────────┐
│ credits │ 123,456 │
└─────────┴─────────┘
`,
  tsv: '123456\n',
  json: { credits: 123_456 },
  xml: { path: '/character/1:1/credits' },
});

test('a token with character_credits only finds its own character', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_credits']) };
  t.deepEqual(await run(['credits', '1:1'], { env }), { code: 0, stdout: '123456\n', stderr: '' });
  t.deepEqual(await run(['credits'], { env }), { code: 0, stdout: '123456\n', stderr: '' });
});

for (const command of ['credits', 'grants', 'creditlog']) {
  test(`without a token, svcapi ${command} says that it needs one`, async (t) => {
    const { run } = await withService(t);
    const { code, stderr } = await run([command], { env: { SVCAPI_TOKEN: '' } });
    t.deepEqual([code, stderr], [4, 'svcapi: this needs a token; use svcapi login, or set SVCAPI_TOKEN\n']);
  });
}

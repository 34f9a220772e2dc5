import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';

golden({
  argv: ['handle', 'hana veil'],
  table: `\
┌────────┬───────────┐
│ uid    │ 1:1       │
│ handle │ Hana Veil │
└────────┴───────────┘
`,
  tsv: '1:1\tHana Veil\n',
  json: { uid: '1:1', handle: 'Hana Veil' },
  xml: { path: '/character/handlecheck/hana%20veil' },
});

test('a name is found without a token', async (t) => {
  const { run } = await withService(t);
  t.is((await run(['handle', 'Hana Veil'], { env: { SVCAPI_TOKEN: '' } })).stdout, '1:1\tHana Veil\n');
});

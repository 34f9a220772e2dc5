import test from 'ava';
import { golden } from '../../helpers/cli/golden.js';
import { withService } from '../../helpers/cli/service.js';

golden({
  argv: ['entity', '4:1'],
  table: `\
┌───────────┬───────────────────┐
│ uid       │ 4:1               │
│ name      │ Ember Works       │
│ type      │ facility          │
│ owner_uid │ 20:1              │
│ owner     │ The Lantern Guild │
└───────────┴───────────────────┘
`,
  tsv: '4:1\tEmber Works\tfacility\t20:1\tThe Lantern Guild\n',
  json: { uid: '4:1', name: 'Ember Works', type: 'facility', owner_uid: '20:1', owner: 'The Lantern Guild' },
  xml: { path: '/entity/4:1' },
});

test('an entity without an owner has empty cells for it', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['entity', '22:1'], { env: { SVCAPI_TOKEN: '' } }), {
    code: 0,
    stdout: '22:1\tAshari\trace\t\t\n',
    stderr: '',
  });
});

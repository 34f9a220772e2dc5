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
  fields: { name: 'Ember Works', owner: 'The Lantern Guild' },
  csv: 'uid,name,type,owner_uid,owner\n4:1,Ember Works,facility,20:1,The Lantern Guild\n',
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

const refused: [uid: string, code: number, message: string][] = [
  ['4:99', 6, 'There is no such entity. Give the uid of something that has a name, not of an event.'],
  ['Ember Works', 2, 'uid: It must be a uid, such as 4:12.'],
];

for (const [uid, code, message] of refused) {
  test(`no entity for “${uid}”`, async (t) => {
    const { run } = await withService(t);
    t.deepEqual(await run(['entity', uid]), { code, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

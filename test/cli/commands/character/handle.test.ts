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
  fields: { uid: '1:1' },
  csv: 'uid,handle\n1:1,Hana Veil\n',
  xml: { path: '/character/handlecheck/hana%20veil' },
});

test('a name is found without a token', async (t) => {
  const { run } = await withService(t);
  t.is((await run(['handle', 'Hana Veil'], { env: { SVCAPI_TOKEN: '' } })).stdout, '1:1\tHana Veil\n');
});

const refused: [handle: string, code: number, message: string][] = [
  ['Hana', 6, 'No character has this name. Give its full name.'],
  ['1:1', 6, 'No character has this name. Give its full name.'],
  ['', 2, 'the uid or the name is empty; give one such as 1:12'],
];

for (const [handle, code, message] of refused) {
  test(`no character is called “${handle}”`, async (t) => {
    const { run } = await withService(t);
    t.deepEqual(await run(['handle', handle]), { code, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

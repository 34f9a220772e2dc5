import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { loadRows } from '../../../helpers/load-rows.js';

golden({
  argv: ['datacards', 'the lantern guild'],
  table: `\
┌──────┬─────────────────┬──────┐
│ uid  │ entity          │ type │
├──────┼─────────────────┼──────┤
│ 14:1 │ Heron freighter │ ship │
│ 14:2 │ Wren courier    │ ship │
│ 14:3 │ Heron freighter │ ship │
└──────┴─────────────────┴──────┘
`,
  tsv: '14:1\t2:1\tHeron freighter\tship\n14:2\t2:2\tWren courier\tship\n14:3\t2:1\tHeron freighter\tship\n',
  json: ['1', '2', '3'].map((number) => ({
    uid: `14:${number}`,
    entity_uid: number === '2' ? '2:2' : '2:1',
    entity: number === '2' ? 'Wren courier' : 'Heron freighter',
    type: 'ship',
    href: `ORIGIN/ws/v2.0/datacard/14:${number}`,
  })),
  xml: { path: '/datacards/the%20lantern%20guild' },
});

test('a faction without datacards is an empty output', async (t) => {
  const { run, server } = await withService(t);
  await loadRows(server.store, 'entity', [{ uid: '20:3', name: 'The Empty Hand', owner_uid: null }]);
  t.deepEqual(await run(['datacards', '20:3']), { code: 0, stdout: '', stderr: '' });
  t.is((await run(['datacards', '20:3', '--json'])).stdout, '[]\n');
  const { stdout, stderr } = await run(['datacards', '20:3'], { terminal: 80 });
  t.deepEqual([stdout, stderr], ['', 'The faction has no datacards.\n']);
});

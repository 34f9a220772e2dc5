import test from 'ava';
import { permissionNames } from '../../../../src/domain/permission.js';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { tokenFor } from '../../../helpers/galaxy.js';

const all = permissionNames.join(',');

golden({
  argv: ['grants'],
  table: `\
┌────────────────────────────────────────────────────────────────────────────────┬─────────────────┐
│ permissions                                                                    │ expires         │
├────────────────────────────────────────────────────────────────────────────────┼─────────────────┤
│ character_auth, character_read, character_stats, character_credits,            │ Y26 D204, 05:00 │
│ character_events, faction_datacards_read, faction_datacards_write              │                 │
└────────────────────────────────────────────────────────────────────────────────┴─────────────────┘
`,
  tsv: `${all}\t1750161600\n`,
  json: [
    {
      permissions: permissionNames,
      expires: 1750161600,
      expires_cgt: 'Year 26 Day 204, 05:00:00',
      expires_date: '2025-06-17T12:00:00Z',
    },
  ],
  xml: { path: '/character/1:1/permissions' },
});

test('the grants of another character', async (t) => {
  const { run, server } = await withService(t);
  await tokenFor(server.store, '1:2', ['character_auth']);
  await tokenFor(server.store, '1:2', ['character_read', 'character_stats']);
  const { stdout } = await run(['grants', 'Bram Oster']);
  t.deepEqual(stdout.split('\n').sort(), [
    '',
    'character_auth\t1750161600',
    'character_read,character_stats\t1750161600',
  ]);
});

test('no grants are an empty output', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['grants', '1:4']), { code: 0, stdout: '', stderr: '' });
  t.deepEqual(await run(['grants', '1:4'], { terminal: 80 }), {
    code: 0,
    stdout: '',
    stderr: 'The character has granted nothing to this client.\n',
  });
});

test('a token without character_read finds its own character', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:4', ['character_auth']) };
  for (const owner of [[], ['1:4']]) {
    t.is((await run(['grants', ...owner], { env })).stdout, 'character_auth\t1750161600\n');
  }
});

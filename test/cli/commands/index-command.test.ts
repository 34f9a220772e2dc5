import test from 'ava';
import { routes } from '../../../src/routes/index.js';
import { golden } from '../../helpers/cli/golden.js';
import { withService } from '../../helpers/cli/service.js';

const card = 'A faction datacard and where it is assigned';

golden({
  argv: ['index', '--group', 'datacard'],
  table: `\
┌────────┬──────────────────┬─────────────────────────┐
│ method │ path             │ permission              │
├────────┼──────────────────┼─────────────────────────┤
│ GET    │ /datacard/{uid}  │ faction_datacards_read  │
│ POST   │ /datacard/{uid}  │ faction_datacards_write │
│ DELETE │ /datacard/{uid}  │ faction_datacards_write │
│ GET    │ /datacards/{uid} │                         │
└────────┴──────────────────┴─────────────────────────┘
`,
  tsv: `\
Datacard\tGET\t/datacard/{uid}\tfaction_datacards_read\ttrue\ttrue\t${card}
Datacard\tPOST\t/datacard/{uid}\tfaction_datacards_write\ttrue\ttrue\t${card}
Datacard\tDELETE\t/datacard/{uid}\tfaction_datacards_write\ttrue\ttrue\t${card}
Datacard\tGET\t/datacards/{uid}\t\tfalse\tfalse\tThe datacards of a faction
`,
  json: [
    row('GET', 'faction_datacards_read', [], []),
    row('POST', 'faction_datacards_write', ['production_entity_uid', 'uses', 'unlimited'], []),
    row('DELETE', 'faction_datacards_write', [], ['production_entity_uid']),
    {
      group: 'Datacard',
      method: 'GET',
      path: '/datacards/{uid}',
      permission: '',
      auth: false,
      limited: false,
      description: 'The datacards of a faction',
      name: 'datacards',
      href: 'ORIGIN/ws/v2.0/datacards/{uid}[/]',
      body: [],
      query: [],
    },
  ],
});

function row(method: string, permission: string, body: string[], query: string[]) {
  return {
    group: 'Datacard',
    method,
    path: '/datacard/{uid}',
    permission,
    auth: true,
    limited: true,
    description: card,
    name: 'datacard',
    href: 'ORIGIN/ws/v2.0/datacard/{uid:14:\\d+}[/]',
    body,
    query,
  };
}

test('every route is listed with its methods, by the path that svcapi api takes', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['index', '--json', 'method,path'], { env: { SVCAPI_TOKEN: '' } });
  const expected = routes.map(({ method, path }) => `${method} ${path.path}`);
  const listed = (JSON.parse(stdout) as { method: string; path: string }[]).map(
    ({ method, path }) => `${method} ${path}`,
  );
  t.deepEqual(listed.sort(), expected.sort());
});

test('--xml prints the unchanged index, and refuses --group', async (t) => {
  const { run, xml } = await withService(t);
  t.is((await run(['index', '--xml'])).stdout, `${await xml('/')}\n`);
  const { code, stderr } = await run(['index', '--group', 'Api', '--xml']);
  t.is(code, 2);
  t.is(stderr, 'svcapi: --group cannot be combined with --xml\n');
});

test('an unknown group is an error with the known ones', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['index', '--group', 'Fleet']), {
    code: 2,
    stdout: '',
    stderr: 'svcapi: there is no group “Fleet”; there are Api, Character, Datacard, Entity, Event\n',
  });
});

import test from 'ava';
import { routes } from '../../../src/routes/index.js';
import { withService } from '../../helpers/cli/service.js';

test('a route is listed once for each method, with its permission', async (t) => {
  const { run, origin } = await withService(t);
  const lines = (await run(['index'])).stdout.split('\n').filter((line) => line.startsWith('Datacard\t'));
  const card = 'A faction datacard and where it is assigned';
  t.deepEqual(lines, [
    `Datacard\tGET\t/datacard/{uid}\tfaction_datacards_read\ttrue\ttrue\t${card}`,
    `Datacard\tPOST\t/datacard/{uid}\tfaction_datacards_write\ttrue\ttrue\t${card}`,
    `Datacard\tDELETE\t/datacard/{uid}\tfaction_datacards_write\ttrue\ttrue\t${card}`,
    'Datacard\tGET\t/datacards/{uid}\t\tfalse\tfalse\tThe datacards of a faction',
  ]);
  const rows = JSON.parse((await run(['index', '--json'])).stdout) as Record<string, unknown>[];
  t.like(
    rows.find(({ method, path }) => method === 'POST' && path === '/datacard/{uid}'),
    {
      name: 'datacard',
      href: `${origin}/ws/v2.0/datacard/{uid:14:\\d+}[/]`,
      body: ['production_entity_uid', 'uses', 'unlimited'],
      query: [],
    },
  );
  t.regex(
    (await run(['index'], { terminal: 80 })).stdout,
    /│ GET {4}│ \/datacard\/\{uid\} .*│ faction_datacards_read {2}│/,
  );
});

test('every route is listed with its methods, by the path that svcapi api takes', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['index', '--json', 'method,path'], { env: { SVCAPI_TOKEN: '' } });
  const expected = routes.map(({ method, path }) => `${method} ${path.path}`);
  const listed = (JSON.parse(stdout) as { method: string; path: string }[]).map(
    ({ method, path }) => `${method} ${path}`,
  );
  t.deepEqual(listed.sort(), expected.sort());
});

test('--xml prints the unchanged index', async (t) => {
  const { run, xml } = await withService(t);
  t.is((await run(['index', '--xml'])).stdout, `${await xml('/')}\n`);
});

import test from 'ava';
import { permissionNames, permissions } from '../../../src/domain/permission.js';
import { withService } from '../../helpers/cli/service.js';

const rows = permissionNames.map((name) => ({ name, ...permissions[name] }));

test('one record per line in a pipe, with unchanged HTML', async (t) => {
  const { run } = await withService(t);
  const stdout = rows.map(({ name, inherits, description }) => `${name}\t${inherits}\t${description}\n`).join('');
  t.true(stdout.includes('<br />'));
  t.deepEqual(await run(['permissions'], { env: { SVCAPI_TOKEN: '' } }), { code: 0, stdout, stderr: '' });
});

test('a table on a terminal turns HTML breaks into lines', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['permissions'], { terminal: 100 });
  t.true(stdout.startsWith('┌──'));
  t.true(
    stdout.includes(`\
│ character_read          │                │ Read basic information about the character.           │
│                         │                │ Private profile: unique ID, handle and image.         │
`),
  );
  t.true(stdout.split('\n').every((line) => line.length <= 100));
});

test('the JSON of the permissions, and the unchanged XML', async (t) => {
  const { run, xml } = await withService(t);
  t.deepEqual(
    JSON.parse((await run(['permissions', '--json', 'name,inherits,description'])).stdout),
    rows.map(({ name, inherits, description }) => ({ name, inherits, description })),
  );
  t.is((await run(['permissions', '--xml'])).stdout, `${await xml('/api/permissions')}\n`);
});

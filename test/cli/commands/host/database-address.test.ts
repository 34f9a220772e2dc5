import { readdirSync } from 'node:fs';
import test from 'ava';
import { run, temporaryFolder } from '../../../helpers/cli/run.js';

for (const database of ['mysql://u:hush@db.example/galaxy', 'sqlite:galaxy.db', 'file:///srv/galaxy.db']) {
  test(`an unknown scheme is refused by every command: ${database.split(':')[0]}`, async (t) => {
    const cwd = await temporaryFolder(t);
    for (const argv of [
      ['serve'],
      ['token', 'list'],
      ['migrate'],
      ['export'],
      ['backup', 'copy.db'],
      ['import', '-'],
    ]) {
      const { code, stdout, stderr } = await run([...argv, '--database', database], { cwd });
      t.is(code, 2, argv.join(' '));
      t.regex(stderr, /^svcapi: --database is not valid; give a path, or postgres:\/\//);
      t.false((stdout + stderr).includes('hush'));
    }
    const doctor = await run(['doctor', '--port', '0', '--database', database], { cwd });
    t.is(doctor.code, 1);
    t.regex(doctor.stdout, /^settings\tproblem\t--database is not valid\t/);
    t.false((doctor.stdout + doctor.stderr).includes('hush'));
    t.deepEqual(readdirSync(cwd), []);
  });
}

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { canCountCalls, describeMoment, killAt } from '../../helpers/kill/kill-at.js';
import { LONG } from '../../helpers/until.js';

/** The calls of the system with which SQLite writes to a new file: it is empty at the first ones, and has no tables at the last. */
const MOMENTS = [1, 2, 3, 4, 6, 8, 30].map((number) => ({ call: 'pwrite64', number }));
const REMOVALS = [1, 2].map((number) => ({ call: 'unlink', number }));

const commands: [name: string, argv: (folder: string) => string[]][] = [
  ['import', (folder) => ['import', join(folder, 'galaxy.ndjson')]],
  ['serve', () => ['serve', '--port', '0']],
];

/** Skipped on machines without strace, which stops a command at an exact call of the system. */
const withStrace = canCountCalls ? test : test.skip;

for (const [name, argv] of commands) {
  withStrace(
    `a first ${name} that is killed while it creates the database does not keep later ones from starting`,
    async (t) => {
      t.timeout(LONG);
      for (const moment of [...MOMENTS, ...REMOVALS]) {
        const folder = temporaryFolder();
        writeFileSync(join(folder, 'galaxy.ndjson'), '{"kind":"faction","uid":"20:1","name":"F"}\n');
        const env = { SVCAPI_DATABASE: join(folder, 'galaxy.db'), HOME: folder };
        const { signal } = await killAt({ argv: argv(folder), env }, moment);
        t.is(signal, 'SIGKILL', describeMoment(moment));
        const { code, stderr } = await run(['import', join(folder, 'galaxy.ndjson')], { env });
        t.is(code, 0, `${describeMoment(moment)}: ${stderr}`);
        const left = readdirSync(folder).filter((file) => /\.creating$|\.db-journal$/.test(file));
        t.deepEqual(left, [], describeMoment(moment));
      }
    },
  );
}

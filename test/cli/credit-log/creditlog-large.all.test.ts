import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import { temporaryFolder } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { loadRows } from '../../helpers/load-rows.js';

const ROWS = 100_000;
const MOST = 150 * 1024;
/** Skipped where the machine has no GNU time, which tells the largest resident memory of the process. */
const measured = spawnSync('/usr/bin/time', ['--version']).error ? test.skip : test;

measured('100,000 transactions are one JSON document, in less than 150 MB', async (t) => {
  const { server, origin } = await withService(t, { rateLimit: 1e6 });
  for (let from = 2501; from <= ROWS; from += 500) {
    await loadRows(
      server.store,
      'transaction',
      Array.from({ length: Math.min(500, ROWS + 1 - from) }, (_, index) => ({
        id: from + index,
        time: 1_718_530_000,
        amount: 1,
        sender_uid: '1:1',
        receiver_uid: '20:1',
        communication: `Payment for a load of something, according to the contract of lot ${from + index}`,
      })),
    );
  }
  const report = join(await temporaryFolder(t), 'memory');
  const env = { HOME: '/nonexistent', SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
  const { ended } = startProgram(['creditlog', '--all', '--json'], env, {
    before: ['/usr/bin/time', '-f', '%M', '-o', report],
  });
  const { code, stdout, stderr } = await ended;
  t.is(code, 0, stderr);
  const rows = JSON.parse(stdout) as { id: number }[];
  t.is(rows.length, ROWS);
  t.true(rows.every(({ id }, index) => id === index + 1));
  const kilobytes = Number(await readFile(report, 'utf8'));
  t.log(`${Math.round(kilobytes / 1024)} MB`);
  t.true(kilobytes > 0 && kilobytes < MOST, `${kilobytes} KB`);
});

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { startWorld } from '../helpers/cli/demo-world.js';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const world = await startWorld();
test.after.always(() => world.close());

const DOWN = 'SVCAPI_URL=http://127.0.0.1:1';
const write = (name: string, ...lines: string[]) => `printf '%s\\n' ${lines.join(' ')} > ${name}`;
const uses = (datacard: string) => `svcapi datacard show ${datacard} --output tsv | cut -f 6`;

test('the README shows one script as it is, and the page of the command line refers to all of them', async (t) => {
  const read = (name: string) => readFile(join(examples, name), 'utf8');
  const [readme, page] = [await read('../README.md'), await read('../docs/command-line.md')];
  const names = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isFile());
  t.is(names.length, 7);
  for (const { name } of names) {
    t.true(page.includes(`(../examples/${name})`), `docs/command-line.md refers to examples/${name}`);
    t.is(readme.includes(`\n\`\`\`sh\n${await read(name)}\`\`\`\n`), name === 'watch-rate-limit.sh', name);
    t.is((await stat(join(examples, name))).mode & 0o111, 0o111, name);
  }
  t.is(readme.match(/^#!\/bin\/sh$/gm)?.length, 1, 'no other script stands in the README');
});

/** Lines that run one after the other in a home, each with its exit code, and what it prints. */
const sessions: Record<string, [line: string, code: number, stdout: RegExp | string, stderr?: RegExp][]> = {
  'watch-rate-limit.sh is quiet while there are calls left, names the paths otherwise, and fails without an answer': [
    ['watch-rate-limit.sh', 0, ''],
    ['watch-rate-limit.sh 100001', 0, /^\/.*: \d+ of 100000 calls left\n/],
    [`${DOWN} watch-rate-limit.sh`, 9, '', /nothing answers/],
  ],
  'convert-column.sh adds the dates of a column, or writes nothing and names the invalid line': [
    [
      `${write('flights.csv', 'ship,left', 'Heron,Y12D3', 'Gull,1291273201')} && convert-column.sh flights.csv 2`,
      0,
      'ship,left,date\nHeron,Y12D3,2010-12-02T07:00:00Z\nGull,1291273201,2010-12-02T07:00:01Z\n',
    ],
    [`${write('bad.csv', 'ship,left', 'Gull,soon')} && convert-column.sh bad.csv 2`, 2, '', /line 1 “soon”/],
  ],
  'follow-credit-log.sh prints each new transaction once, and keeps its position when the service is down': [
    ['svcapi creditlog --all > all && follow-credit-log.sh > new && cmp all new', 0, ''],
    ['follow-credit-log.sh', 0, ''],
    // As after a last run when the fifth transaction from the end was the newest.
    ['tail -n 6 all | head -n 1 | cut -f 1 > .local/state/svcapi/last-transaction', 0, ''],
    [`${DOWN} follow-credit-log.sh`, 9, '', /nothing answers/],
    ['follow-credit-log.sh > new && tail -n 5 all | cmp new', 0, ''],
  ],
  'check-datacard.sh succeeds while there are enough uses, and fails with its reason otherwise': [
    ['check-datacard.sh 14:1 50', 0, ''],
    ['check-datacard.sh 14:1 5000', 1, /.*/, /^14:1 has \d+ uses left, 5000 are needed\.\n$/],
    ['check-datacard.sh 14:99999 1', 1, /.*/, /There is no datacard 14:99999 that this token may see\.\n$/],
    ['SVCAPI_TOKEN=no-such-token check-datacard.sh 14:1 1', 1, /.*/, /create a new one\.\n$/],
  ],
  'assign-batch.sh assigns the rows of a file, no row twice, and names the file with the refused ones': [
    [write('rows.csv', 'datacard,entity,uses', '14:1,4:1,1', '14:99999,4:1,1'), 0, ''],
    [`${DOWN} assign-batch.sh rows.csv`, 9, '', /Not finished: run this again\.\n$/],
    [`rm rows.csv.done; ${uses('14:1')} > before; assign-batch.sh rows.csv`, 8, '', /rows\.csv\.log says why/],
    ['cat rows.csv.log', 0, /\t14:99999\t4:1\t1\tfailed\t/],
    [write('rows.csv', 'datacard,entity,uses', '14:1,4:1,2', '14:1,4:1,1'), 0, ''],
    ['assign-batch.sh rows.csv', 0, 'All of rows.csv is assigned.\n'],
    ['assign-batch.sh rows.csv', 0, 'All of rows.csv is assigned.\n'],
    [`test $(($(${uses('14:1')}) + 3)) = $(cat before)`, 0, ''],
  ],
};

for (const [title, lines] of Object.entries(sessions)) {
  test(title, async (t) => {
    const home = world.home();
    for (const [line, code, stdout, stderr = /^/] of lines) {
      const ran = await home.shell(line, { PATH: `${examples}:${home.env.PATH}` });
      t.is(ran.code, code, `${line}: ${ran.stderr}`);
      if (typeof stdout === 'string') t.is(ran.stdout, stdout, line);
      else t.regex(ran.stdout, stdout);
      t.regex(ran.stderr, stderr);
    }
  });
}

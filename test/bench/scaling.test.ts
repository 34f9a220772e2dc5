import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readPlans, scalingPage } from '../../bench/scaling/document.js';
import { habits } from '../../bench/scaling/habits.js';
import { readMeasured } from '../../bench/scaling/measured.js';
import { kinds, simulateDay } from '../../bench/scaling/simulate.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('docs/scaling.md has the numbers that the simulation prints: otherwise run npm run docs', (t) => {
  const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8');
  t.true(page.includes(`\n${readPlans(root)}\n`));
  t.is(scalingPage(root), page);
});

test('the day of the simulation is the same each time, and another with another seed', (t) => {
  t.deepEqual(simulateDay(500), simulateDay(500));
  t.notDeepEqual(simulateDay(500), simulateDay(500, 2));
});

test('the calls of the simulation are those of its habits', (t) => {
  const { total, peak, streams, addresses } = simulateDay();
  const hours = habits.activeShare * ((habits.hours[0] + habits.hours[1]) / 2);
  const polling = hours * habits.programShare;
  const expected = {
    character: (polling * 3600) / habits.poll.character,
    creditlog: (polling * (1 - habits.streamShare) * 3600) / habits.poll.creditlog,
    events: (polling * (1 - habits.streamShare) * 3600) / habits.poll.events,
    changes: hours * habits.changesPerHour,
  };
  for (const kind of kinds) {
    const ratio = total[kind] / expected[kind];
    t.true(ratio > 0.95 && ratio < 1.05, `${kind}: ${total[kind]} instead of ${expected[kind]}`);
    t.true(peak[kind] >= total[kind] / 86_400, 'the busiest minute is not below the mean');
  }
  t.true(streams > 0 && addresses > streams && addresses < habits.activeShare);
});

const report = readFileSync(join(root, 'docs/performance.md'), 'utf8');

test('the costs are read from the report, and a row that is missing is named', (t) => {
  const { character, creditlog, postgres, counters } = readMeasured(report);
  t.true(character > 1 && creditlog > character, 'microseconds of a request');
  t.true(postgres > 1 && counters > 1e6);
  t.throws(() => readMeasured(report.replace('\n### assign\n', '\n### other\n')), {
    message: 'docs/performance.md has no measurement of “assign”',
  });
});

test('the memory of streams is taken from the report as soon as it has the row', (t) => {
  const name = '| Memory of 1,000 open streams |';
  const without = report
    .split('\n')
    .filter((line) => !line.startsWith(name))
    .join('\n');
  t.is(readMeasured(without).streams, undefined);
  t.is(readMeasured(`${without}\n${name} at most 30 | 21.5 MB more | reached | | | |\n`).streams, 21_500_000);
});

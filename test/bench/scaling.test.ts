import { fileURLToPath } from 'node:url';
import test from 'ava';
import { performancePage } from '../../bench/report/page.js';
import { recordedRun } from '../../bench/run.js';
import { habits } from '../../bench/scaling/habits.js';
import { measuredBy } from '../../bench/scaling/measured.js';
import { kinds, simulateDay } from '../../bench/scaling/simulate.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

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

test('the costs are read from the recorded run, and a row that is missing is named', (t) => {
  const run = recordedRun(root);
  const { character, creditlog, postgres, counters, streams } = measuredBy(run);
  t.true(character > 1 && creditlog > character, 'microseconds of a request');
  t.true(postgres > 1 && counters > 1e6 && streams > 1e6);
  const without = { ...run, outcomes: run.outcomes.filter(({ name }) => name !== 'assign') };
  t.throws(() => measuredBy(without), { message: /no measurement of “assign”/ });
});

test('docs/performance.md is not made of a run that lacks one of its rows', (t) => {
  const run = recordedRun(root);
  const without = { ...run, outcomes: run.outcomes.filter(({ name }) => name !== 'peers') };
  t.throws(() => performancePage(without), { message: /no measurement of “GET api\/time, Fastify”/ });
});

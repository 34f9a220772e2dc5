import test from 'ava';
import type { Bench } from '../../bench/bench.js';
import { measure, type Outcome } from '../../bench/outcome.js';
import { renderTargets } from '../../bench/report/targets-table.js';
import { type Line, measureParts, type Row, Skipped } from '../../bench/row.js';
import { single } from '../../bench/statistics.js';
import { aim, type Target, targets } from '../../bench/targets.js';

const HOLD = 'Longest hold of the event loop, garbage collection apart, ms';

function line(what: string, target: Target, median: number): Line {
  return { what, ...aim(target), summary: single(median), unit: '', series: [] };
}

const quiet = { others: 0, stolen: 0 };
const outcome = (lines: Line[]): Outcome => ({
  ...{ name: 'row', what: 'Row', lines, isBroken: false, disturbance: quiet, seconds: 1 },
});

test('the table of goals has a row for each, measured or not', (t) => {
  const rows = renderTargets([outcome([line('GET api/time, JSON', 'GET api/time, JSON, of bare Koa', 0.95)])]).split(
    '\n',
  );
  t.is(rows.length, Object.keys(targets).length + 2);
  t.is(rows[2], '| GET api/time, JSON, of bare Koa | at least 0.9 | 0.950 | reached | | |');
  t.is(rows[3], '| GET api/time, XML, of bare Koa | at least 0.8 | not measured | | | |');
});

test('of several lines about one goal, the table has the one that comes off worst', (t) => {
  const table = renderTargets([
    outcome([line('a page', HOLD, 1)]),
    outcome([line('a list', HOLD, 3), line('b', HOLD, 2)]),
  ]);
  t.true(table.includes(`| ${HOLD} | at most 2 | 3.00 (a list; 2 of 3 reach it) | falls short | | |`), table);
});

const bench = { log: () => {} } as unknown as Bench;

function row(work: () => Promise<Line[]>): Row {
  return { name: 'row', what: 'Row', lasts: () => 1, measure: work };
}

test('a part that fails does not lose the lines of the others', async (t) => {
  const parts = { one: 1, two: 2, three: 3 };
  const measured = await measure(
    row(() =>
      measureParts(parts, async (what, value) => {
        if (value === 2) throw new Error('no answer');
        return [line(what, HOLD, value)];
      }),
    ),
    bench,
  );
  t.deepEqual(
    measured.lines.map(({ what }) => what),
    ['one', 'three'],
  );
  t.is(measured.missing, 'two: no answer');
  t.true(measured.isBroken);
});

test('a row that lacks something is missing, and not broken', async (t) => {
  const { missing, isBroken } = await measure(
    row(() => Promise.reject(new Skipped('there is no server'))),
    bench,
  );
  t.deepEqual({ missing, isBroken }, { missing: 'there is no server', isBroken: false });
});

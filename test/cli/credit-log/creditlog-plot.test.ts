import test from 'ava';
import fc from 'fast-check';
import { Balance, renderBalance } from '../../../src/cli/credit-log/plot.js';
import { widthOf } from '../../../src/cli/output/width.js';
import { withService } from '../../helpers/cli/service.js';
import { tokenFor } from '../../helpers/galaxy.js';

const DAY = 86_400;
const BEGIN = 1_700_000_000;

/** Ten days of a hundred credits more each, five of two hundred less. */
function saved(): Balance {
  const balance = new Balance();
  for (let day = 0; day < 15; day++) balance.add(BEGIN + day * DAY, day < 10 ? 100 : -200);
  return balance;
}

test('a plot as wide as a terminal', (t) => {
  t.is(
    renderBalance('1:1', saved(), 5000, 60),
    `\
Balance of 1:1 in credits
     ▲
6,000┤                                 ┏━━┓
5,909┤                             ┏━━━┛  ┃
5,818┤                         ┏━━━┛      ┗━━━┓
5,727┤                     ┏━━━┛              ┃
5,636┤                 ┏━━━┛                  ┗━━━┓
5,545┤              ┏━━┛                          ┃
5,455┤              ┃                             ┃
5,364┤          ┏━━━┛                             ┗━━━┓
5,273┤      ┏━━━┛                                     ┃
5,182┤  ┏━━━┛                                         ┗━━┓
5,091┤━━┛                                                ┃
5,000┤                                                   ┗━
     └─────────────────────────────────────────────────────▶
Year 24 Day 353                                Year 25 Day 2
15 transactions, lowest 5,000 on 2023-11-28, highest 6,000
on 2023-11-23, last 5,000`,
  );
});

for (const width of [30, 40, 80, 200]) {
  for (const [title, credits] of [
    ['unknown', null],
    ['huge', 9_000_000_000_000],
    ['negative', -50_000],
  ] as const) {
    test(`a plot fits into ${width} columns, with credits that are ${title}`, (t) => {
      const lines = renderBalance('1:1', saved(), credits, width).split('\n');
      t.true(Math.max(...lines.map(widthOf)) <= width, lines.join('\n'));
      const chart = lines.slice(
        1,
        lines.findIndex((line) => line.startsWith('15 transactions')),
      );
      t.true(chart.length > 10);
      t.true(Math.max(...chart.map(widthOf)) > width - 4, 'and fills them');
    });
  }
}

test('a single transaction can be plotted', (t) => {
  const balance = new Balance();
  balance.add(BEGIN, 5);
  const plot = renderBalance('1:1', balance, null, 60);
  t.true(plot.endsWith('\n1 transaction, lowest 5 on 2023-11-14, highest 5 on\n2023-11-14, last 5'), plot);
});

test('a plot in a pipe ends at the current credits, without colour', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(['creditlog', '--plot']);
  t.is(code, 0);
  t.is(stderr, '');
  t.regex(stdout, /^Balance of 1:1 in credits\n/);
  t.regex(stdout.replaceAll('\n', ' '), / 2,500 transactions, lowest .* highest .*, last 123,456 $/);
  t.false(stdout.includes('\x1b'));
  t.true(Math.max(...stdout.split('\n').map(widthOf)) <= 80);
});

test('a plot on a terminal is as wide as the terminal', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['creditlog', '--plot'], { terminal: 50 });
  const widths = stdout.split('\n').map(widthOf);
  t.true(Math.max(...widths) <= 50 && Math.max(...widths) > 46);
});

test('a plot ends at the credits with a token of character_credits only', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_credits']) };
  const { code, stdout, stderr } = await run(['creditlog', '1:1', '--plot'], { env });
  t.is(code, 0, stderr);
  t.is(stderr, '');
  t.regex(stdout, /last 123,456\n$/);
});

test('without transactions there is no plot', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['creditlog', '--plot', '--after', '2500']), {
    code: 0,
    stdout: '',
    stderr: 'There are no transactions to plot.\n',
  });
});

const changes = fc.array(fc.record({ pause: fc.nat(50_000), change: fc.integer({ min: -1e6, max: 1e6 }) }), {
  minLength: 1,
  maxLength: 300,
});

test('the curve ends at the last balance, and contains real balances only', (t) => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 2, max: 200 }), (steps, parts) => {
      const balance = new Balance();
      const seen = [0];
      let time = BEGIN;
      let sum = 0;
      for (const { pause, change } of steps) {
        time += pause;
        sum += change;
        seen.push(sum);
        balance.add(time, change);
      }
      const curve = balance.curve(parts).map((point) => point.balance);
      const [, ...later] = seen;
      return (
        curve.length === parts &&
        curve.at(-1) === sum &&
        curve.every((value) => seen.includes(value)) &&
        balance.lowest?.balance === Math.min(...later) &&
        balance.highest?.balance === Math.max(...later)
      );
    }),
  );
  t.pass();
});

test('a short dip and a short peak are not flattened', (t) => {
  const balance = new Balance();
  for (const [day, change] of [
    [0, 5],
    [1, 900],
    [2, -900],
    [500, -800],
    [501, 800],
    [1000, 1],
  ] as const) {
    balance.add(BEGIN + day * DAY, change);
  }
  t.deepEqual(
    balance.curve(10).map((point) => point.balance),
    [905, 5, 5, 5, -795, 5, 5, 5, 5, 6],
  );
});

test('times never run backwards, also when the clock was set back', (t) => {
  const balance = new Balance();
  for (const time of [BEGIN, BEGIN + 10, BEGIN + 5, BEGIN - 100]) balance.add(time, 1);
  t.deepEqual(balance.period, [BEGIN, BEGIN + 10]);
  t.is(balance.curve(5).at(-1)?.balance, 4);
});

test('without UTF-8 in the locale, the plot is drawn in ASCII', async (t) => {
  const { run } = await withService(t, { rateLimit: 1e6 });
  const { code, stdout } = await run(['creditlog', '--plot'], { terminal: 80, env: { LANG: 'C' } });
  t.is(code, 0);
  t.regex(stdout, /^[\n -~]+$/);
  t.regex(stdout, /-----\+/);
});

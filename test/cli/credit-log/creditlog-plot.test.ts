import test from 'ava';
import fc from 'fast-check';
import { Balance, renderBalance } from '../../../src/cli/credit-log/plot.js';
import { widthOf } from '../../../src/cli/output/width.js';
import { sharedService } from '../../helpers/cli/service.js';
import { tokenFor } from '../../helpers/galaxy.js';

const service = sharedService();

const DAY = 86_400;
const BEGIN = 1_700_000_000;

/** Ten days of a hundred credits more each, five of two hundred less. */
function saved(): Balance {
  const balance = new Balance();
  for (let day = 0; day < 15; day++) balance.add(BEGIN + day * DAY, day < 10 ? 100 : -200);
  return balance;
}

test('a plot is as wide as the terminal', (t) => {
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
  for (const [width, credits] of Object.entries({ 30: -50_000, 200: 9_000_000_000_000 })) {
    const [chart = ''] = renderBalance('1:1', saved(), credits, Number(width)).split('\n15 transactions');
    t.true(widthOf(chart) <= Number(width) && widthOf(chart) > Number(width) - 4, chart);
  }
  const single = new Balance();
  single.add(BEGIN, 5);
  t.regex(renderBalance('1:1', single, null, 60), /\n1 transaction, lowest 5 on 2023-11-14, highest 5 on\n2023-/);
});

test('svcapi creditlog --plot is as wide as the terminal, without colour, and ends at the current credits', async (t) => {
  const { run, server } = service;
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_credits']) };
  for (const [argv, around, width] of [
    [[], {}, 80],
    [['1:1'], { env }, 80],
    [[], { terminal: 50 }, 50],
  ] as const) {
    const { code, stdout, stderr } = await run(['creditlog', ...argv, '--plot'], around);
    t.deepEqual([code, stderr], [0, '']);
    t.regex(stdout, /^Balance of 1:1 in credits\n/);
    t.regex(stdout.replaceAll('\n', ' '), / 2,500 transactions, lowest .* highest .*, last 123,456 $/);
    t.true(!stdout.includes('\x1b') && widthOf(stdout) <= width && widthOf(stdout) > width - 4, stdout);
  }
  t.regex((await run(['creditlog', '--plot'], { env: { LANG: 'C' } })).stdout, /^[\n -~]*-----\+[\n -~]*$/);
  const none = { code: 0, stdout: '', stderr: 'There are no transactions to plot.\n' };
  t.deepEqual(await run(['creditlog', '--plot', '--after', '2500']), none);
});

const changes = fc.array(fc.record({ pause: fc.nat(50_000), change: fc.integer({ min: -1e6, max: 1e6 }) }), {
  ...{ minLength: 1, maxLength: 300 },
});

test('the curve ends at the last balance, and contains real balances only', (t) => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 2, max: 200 }), (steps, parts) => {
      const balance = new Balance();
      const seen = [0];
      let time = BEGIN;
      for (const { pause, change } of steps) {
        time += pause;
        seen.push((seen.at(-1) ?? 0) + change);
        balance.add(time, change);
      }
      const curve = balance.curve(parts).map((point) => point.balance);
      const [, ...later] = seen;
      return (
        curve.length === parts &&
        curve.at(-1) === seen.at(-1) &&
        curve.every((value) => seen.includes(value)) &&
        balance.lowest?.balance === Math.min(...later) &&
        balance.highest?.balance === Math.max(...later)
      );
    }),
  );
  t.pass();
});

test('a short dip and a short peak are not flattened, and a clock that was set back does no harm', (t) => {
  const balance = new Balance();
  const steps = { 0: 5, 1: 900, 2: -900, 510: -800, 511: 800, 1000: 1 };
  for (const [day, change] of Object.entries(steps)) balance.add(BEGIN + Number(day) * DAY, change);
  const curve = balance.curve(10).map((point) => point.balance);
  t.deepEqual(curve, [905, 5, 5, 5, 5, -795, 5, 5, 5, 6]);
  const back = new Balance();
  for (const time of [BEGIN, BEGIN + 10, BEGIN + 5, BEGIN - 100]) back.add(time, 1);
  t.deepEqual(back.period, [BEGIN, BEGIN + 10]);
  t.is(back.curve(5).at(-1)?.balance, 4);
});

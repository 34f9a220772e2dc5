import type { Profiler } from 'node:inspector';
import test from 'ava';
import type { Outcome } from '../../bench/outcome.js';
import { renderProfiles, rowsToProfile } from '../../bench/profile/profile-rows.js';
import { sharesOf } from '../../bench/profile/shares.js';
import type { Line, Row } from '../../bench/row.js';
import { aim } from '../../bench/targets.js';

/** Each function is called by the one before it, from the root on. */
function profileOf(calls: [name: string, url: string, time: number][]): Profiler.Profile {
  const frames: typeof calls = [['(root)', '', 0], ...calls];
  return {
    ...{ startTime: 0, endTime: 0 },
    nodes: frames.map(([functionName, url], index) => ({
      id: index + 1,
      callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
      ...(index + 1 < frames.length && { children: [index + 2] }),
    })),
    samples: frames.map((_, index) => index + 1),
    timeDeltas: frames.map(([, , time]) => time),
  };
}

const root = 'file:///somewhere/dist';

test('samples are added up by package and by folder of src, without the time of waiting', (t) => {
  const profile = profileOf([
    ['(idle)', '', 5000],
    ['parse', 'node:_http_server', 100],
    ['compose', 'file:///somewhere/node_modules/koa-compose/index.js', 200],
    ['answer', `${root}/src/server/middleware/answer.js`, 300],
    ['handler', `${root}/src/routes/character/profile.js`, 100],
    ['stringify', '', 300],
  ]);
  t.deepEqual(sharesOf([profile, profile]), [
    { where: 'src/routes/character', share: 0.4 },
    { where: 'src/server/middleware', share: 0.3 },
    { where: 'koa-compose', share: 0.2 },
    { where: 'Node.js', share: 0.1 },
  ]);
});

test('native functions are those of SQLite below its folder, and writes to a socket anywhere', (t) => {
  const profile = profileOf([
    ['execute', `${root}/src/store/sqlite/dialect.js`, 10],
    ['all', '', 60],
    ['end', 'node:_http_outgoing', 10],
    ['writeLatin1String', '', 20],
  ]);
  t.deepEqual(sharesOf([profile]), [
    { where: 'SQLite', share: 0.6 },
    { where: 'writes to the socket', share: 0.2 },
    { where: 'src/store/sqlite', share: 0.1 },
    { where: 'Node.js', share: 0.1 },
  ]);
});

test('small shares are the rest', (t) => {
  const shares = [
    { where: 'SQLite', share: 0.98 },
    { where: 'koa', share: 0.01 },
    { where: 'kysely', share: 0.01 },
  ];
  t.true(
    renderProfiles([{ row: 'character', what: 'svcapi', shares }]).endsWith(
      '\n| character | svcapi | SQLite 98 % · the rest 2 % |',
    ),
  );
});

test('the rows that fall short of a goal of the service are profiled, those of commands apart', (t) => {
  const line = (what: string, median: number) => ({
    ...{ what, ...aim('GET api/time, JSON, of bare Koa'), unit: 'of bare Koa', series: [] },
    summary: { median, least: median, most: median },
  });
  const outcome = (name: string, lines: Line[]): Outcome => ({
    ...{ name, what: name, lines, isBroken: false, seconds: 1 },
    disturbance: { others: 0, stolen: 0 },
  });
  const outcomes = [
    outcome('fast', [line('a', 1)]),
    outcome('slow', [line('b', 1), line('c', 0.5)]),
    outcome('orientation', [{ what: 'd', summary: line('d', 0).summary, unit: '', series: [] }]),
    outcome('commands', [line('e', 0.5)]),
  ];
  const rows = outcomes.map(({ name }): Row => ({ name, what: name, lasts: () => 1, measure: async () => [] }));
  t.deepEqual(
    rowsToProfile(outcomes, rows).map(({ row, lines }) => [row.name, lines]),
    [['slow', ['c']]],
  );
});

test('a file of the bundle counts for its chunk', (t) => {
  const chunk = 'file:///somewhere/dist/chunks';
  t.deepEqual(
    sharesOf([
      profileOf([
        ['serve', `${chunk}/serve-ABCD1234.cjs`, 60],
        ['read', '/somewhere/dist/chunks/svcapi.cjs', 40],
      ]),
    ]),
    [
      { where: "the bundle's serve", share: 0.6 },
      { where: "the bundle's svcapi", share: 0.4 },
    ],
  );
});

import type { Profiler } from 'node:inspector';
import test from 'ava';
import { renderProfiles } from '../../bench/profile/profile-rows.js';
import { sharesOf } from '../../bench/profile/shares.js';

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
    ['answer', `${root}/src/server/middleware/route/answer.js`, 300],
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

import { writeFileSync } from 'node:fs';
import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { AnswerCache } from '../../../src/server/response/answer-cache.js';
import { Finished } from '../../../src/server/response/finished.js';
import { write } from '../../../src/server/response/write-envelope.js';
import { ask, holds, rename, startAll } from '../../helpers/cached-answers.js';
import { found, isWatching, noticed, undisturbed } from '../../helpers/changes.js';
import { run } from '../../helpers/cli/run.js';
import { onPostgres, openTestStore } from '../../helpers/database.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { plainCall } from '../../helpers/plain.js';
import { rows } from '../../helpers/reference.js';
import { rawRequest, startSandboxed } from '../../helpers/sandboxed.js';
import { type Answer, form, type Server, startServer, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** Answers that are kept and sent again: none may be older than the data, whoever has changed it. */

const withoutTime = (text: string) => text.replace(/("timestamp":|\btimestamp=")1\d{9}/, '$1');

const kept = rows.filter(({ method, path }) => method === 'GET' && path !== '/api/ratelimits');

const twice = kept
  .filter(({ path }) => path !== '/api/time')
  .flatMap(({ sample }) => ['application/json', 'application/xml', 'text/xml'].map((accept) => ({ sample, accept })));

/** Answers to the same calls, five seconds apart. */
interface Pair {
  first: Answer;
  second: Answer;
}

let pairs: Promise<Pair[]> | undefined;

async function callTwice(): Promise<Pair[]> {
  const server = await startServer();
  try {
    await isWatching(server);
    const first = await callEach(server);
    server.time.now += 5000;
    const second = await callEach(server);
    return first.map((answer, index) => ({ first: answer, second: second[index] as Answer }));
  } finally {
    await server.close();
  }
}

async function callEach({ call }: Server): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { sample, accept } of twice) answers.push(await call(sample, { headers: { Accept: accept } }));
  return answers;
}

for (const [index, { sample, accept }] of twice.entries()) {
  test(`GET ${sample} as ${accept}: a later answer differs in its timestamp, and has the same ETag`, async (t) => {
    pairs ??= callTwice();
    const { first, second } = (await pairs)[index] as Pair;
    t.is(second.status, 200);
    t.not(second.text, first.text);
    t.is(withoutTime(second.text), withoutTime(first.text));
    t.true(second.text.includes(String(NOW + 5)));
    t.regex(first.headers.get('etag') ?? '', /^W\/"[\w-]{22}"$/);
    t.is(second.headers.get('etag'), first.headers.get('etag'));
    t.is(second.headers.get('content-length'), String(Buffer.byteLength(second.text)));
  });
}

const conditions: [ifNoneMatch: (etag: string) => string, status: number, more?: Record<string, string>][] = [
  [(etag) => etag, 304],
  [(etag) => etag.replace('W/', ''), 304],
  [(etag) => `"other", ${etag}`, 304],
  [() => '*', 304],
  [(etag) => `"other",\t${etag}`, 304],
  [(etag) => `${etag}\t,\t"other"`, 304],
  [() => '"other"\t,\t"third"', 200],
  [(etag) => etag, 304, { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [() => '"other"', 200],
  [(etag) => etag.toLowerCase(), 200],
  [(etag) => etag, 304, { 'Cache-Control': 'no-cache' }],
];

const shared = sharedServer();

for (const [index, [ifNoneMatch, status, more]] of conditions.entries()) {
  test(`If-None-Match ${index}: ${ifNoneMatch('W/"ETag"')} ${JSON.stringify(more ?? {})} is a ${status}`, async (t) => {
    const { call } = await shared();
    for (const path of ['/datacard/14:3', '/api/helloauth', '/']) {
      const etag = (await call(path)).headers.get('etag') ?? '';
      const headers = { 'If-None-Match': ifNoneMatch(etag), ...more };
      const answers = [await call(path, { headers }), await call(path, { headers, method: 'HEAD' })];
      for (const answer of answers) t.is(answer.status, status);
    }
  });
}

test('a 304 is counted like any call, and says so', withServer, async (t, { call }) => {
  const { headers: first } = await call('/datacard/14:3');
  const headers = { 'If-None-Match': first.get('etag') ?? '' };
  const { status, text, headers: second } = await call('/datacard/14:3', { headers });
  t.is(status, 304);
  t.is(text, '');
  t.is(second.get('x-ratelimit-remaining'), '598');
  for (const name of ['etag', 'vary', 'cache-control']) t.is(second.get(name), first.get(name), name);
  t.is(second.get('content-type'), null);
});

test(
  'a POST and an error have no ETag, and If-None-Match changes nothing about them',
  withServer,
  async (t, { call }) => {
    const headers = { 'If-None-Match': '*' };
    const posted = await call('/datacard/14:1', { ...form({ production_entity_uid: '4:2', uses: 1 }), headers });
    const missing = await call('/datacard/14:99', { headers });
    t.deepEqual([posted.status, missing.status], [200, 404]);
    for (const answer of [posted, missing]) {
      t.false(answer.headers.has('etag'));
      t.is(answer.headers.get('cache-control'), 'no-store');
    }
  },
);

test('without a token, what everybody sees may be kept by any cache', withServer, async (t, { url }) => {
  const { headers } = await fetch(`${url}/entity/4:1`);
  t.is(headers.get('cache-control'), 'public, no-cache');
});

test('a repeated call is answered without the database', async (t) => {
  const { servers } = await startAll(t, {});
  const [server] = servers as [Server];
  const [before, after] = await undisturbed(server, async (attempt) => {
    // A call drops what is kept from before a change.
    await server.call('/entity/4:1');
    const first = await found(server);
    for (let turn = 0; turn < 3; turn++) await server.call(`/datacard/14:${3 - attempt}`);
    return [first, await found(server)];
  });
  t.deepEqual({ hits: after.hits - before.hits, misses: after.misses - before.misses }, { hits: 2, misses: 1 });
  const bytes = after.bytes - before.bytes;
  t.true(bytes > 1000 && bytes < 3000, String(bytes));
});

test('what a call without the cache is refused for, it is refused for with it', async (t) => {
  const { servers } = await startAll(t, { rateLimit: 3 });
  const [server] = servers as [Server];
  t.is((await server.call('/datacard/14:3')).status, 200);
  t.is((await server.call('/datacard/14:3', { headers: { Authorization: '' } })).status, 401);
  t.is((await server.call('/datacard/14:3')).status, 200);
  t.is((await server.call('/datacard/14:3')).json.svcapi.error, 'rate_limit_exceeded');
  t.is((await server.call('/character/1:1')).status, 200);
  await server.store.transaction(({ clients }) => clients.revoke('console', NOW));
  server.time.now += 1000;
  t.is((await server.call('/character/1:1')).json.svcapi.error, 'token_invalid');
});

const others: [character: string, permissions: Permission[]][] = [
  ['1:1', ['character_read']],
  ['1:2', ['character_read', 'character_stats', 'character_credits', 'faction_datacards_read']],
  ['1:3', ['character_read', 'faction_datacards_read']],
];

test('a principal gets no answer that was made for another', async (t) => {
  const { database, servers } = await startAll(t, {}, { answerCache: 0 });
  const store = await openTestStore(database);
  t.teardown(() => store.close());
  const tokens = [];
  for (const [character, permissions] of others) tokens.push(await tokenFor(store, character, permissions));
  for (const path of ['/character', '/character/1:1', '/character/1:2', '/datacard/14:3', '/character/1:1/credits']) {
    for (const token of [...tokens, ...tokens]) {
      const [one, other] = await ask(servers, path, token);
      t.deepEqual(one, other, path);
    }
  }
});

test('an answer has the addresses of its own Host field', withServer, async (t, { url }) => {
  for (const host of ['one.example', 'two.example', 'one.example']) {
    const { text } = await plainCall(`${url}/entity/4:1`, { headers: { Host: host } });
    t.is(JSON.parse(text).svcapi.entity.owner.attributes.href, `http://${host}/ws/v2.0/entity/20:1`);
  }
});

test('a change by the service shows in the next answer', async (t) => {
  const { servers } = await startAll(t, {});
  const { call } = servers[0] as Server;
  for (let uses = 1; uses <= 4; uses++) {
    await call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: 1 }));
    t.is((await call('/datacard/14:1')).json.svcapi.datacard.uses, 100 - uses);
  }
});

test('a change by another instance shows in the next answer', async (t) => {
  const { servers } = await startAll(t, {}, {});
  const [one, other] = servers as [Server, Server];
  for (let uses = 1; uses <= 4; uses++) {
    await one.call('/datacard/14:1');
    await other.call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: 1 }));
    const left = async () => (await one.call('/datacard/14:1')).json.svcapi.datacard.uses;
    await holds(t, `${uses} uses are gone`, async () => (await left()) === 100 - uses);
  }
});

test('a change by a command beside the service shows in the next answer', async (t) => {
  const { database, servers } = await startAll(t, {});
  const { call } = servers[0] as Server;
  const file = `${temporaryFolder()}/galaxy.ndjson`;
  for (const name of ['Amber Works', 'Coral Works']) {
    await call('/entity/4:1');
    writeFileSync(file, `${JSON.stringify({ kind: 'entity', uid: '4:1', name, owner: '20:1' })}\n`);
    const { code, stderr } = await run(['import', file, '--database', database]);
    t.is(code, 0, stderr);
    await holds(t, name, async () => (await call('/entity/4:1')).json.svcapi.entity.name === name);
  }
});

/** An answer that was made of nothing in particular. */
async function anyAnswer(): Promise<Finished> {
  const envelope = { timestamp: NOW, resource: 'entity', request: '/ws/v2.0/entity/4:1', svcapi: { entity: {} } };
  return new Finished('application/json', await write('application/json', envelope), NOW);
}

for (const who of ['the same', 'another'] as const) {
  test(`an answer that ${who} process makes old while it is made is not found`, async (t) => {
    const { database, servers } = await startAll(t, {});
    const { store } = servers[0] as Server;
    const other = who === 'another' ? await openTestStore(database) : store;
    if (other !== store) t.teardown(() => other.close());
    const cache = new AnswerCache(store.changes, 1e6);
    const answer = await anyAnswer();
    for (const order of ['before', 'after', 'noticed before']) {
      const begun = cache.version();
      if (begun === undefined) return t.fail('changes are not noticed');
      const before = noticed(store);
      if (order === 'after') cache.keep('key', begun, answer);
      await rename(other, `${order} it was kept`);
      if (order === 'before') cache.keep('key', begun, answer);
      await holds(t, 'the change is noticed', async () => noticed(store) !== before);
      cache.version();
      // Another request has noticed the change first.
      if (order === 'noticed before') cache.keep('key', begun, answer);
      t.is(cache.find('key', cache.version() ?? -1), undefined, order);
    }
    const version = cache.version();
    if (version === undefined) return t.fail('changes are not noticed');
    cache.keep('key', version, answer);
    t.is(cache.find('key', version), answer);
  });
}

test('work that is done as one turn looks for changes once, and what comes after it looks again', async (t) => {
  let looks = 0;
  const look = () => {
    looks += 1;
  };
  const cache = new AnswerCache({ count: 0, look }, 1e6);
  const ask = (times: number) => {
    for (let count = 0; count < times; count++) cache.version();
    return looks;
  };
  t.is(ask(2), 2);
  cache.inTurn(() => t.is(ask(5), 3));
  t.is(ask(2), 5);
  t.throws(() => cache.inTurn(() => throwing()), { instanceOf: RangeError });
  t.is(ask(2), 7);
});

function throwing(): never {
  throw new RangeError('too much');
}

test('an answer that several ask for at the same time is made once, unless something changes meanwhile', async (t) => {
  const { servers } = await startAll(t, {});
  const { store } = servers[0] as Server;
  const cache = new AnswerCache(store.changes, 1e6);
  let made = 0;
  let finish: (() => void)[] = [];
  const make = async () => {
    made += 1;
    await new Promise<void>((resolve) => finish.push(resolve));
    return anyAnswer();
  };
  const ask = async (key = 'key') => cache.make(key, cache.version() ?? -1, make);
  const finishAll = () => {
    for (const each of finish) each();
    finish = [];
  };
  const first = [ask(), ask(), ask('another')];
  t.is(made, 2);
  const before = noticed(store);
  await rename(store, 'Amber Works');
  await holds(t, 'the change is noticed', async () => noticed(store) !== before);
  const second = [ask(), ask()];
  t.is(made, 3, 'what was begun before the change is for nobody who asks after it');
  finishAll();
  const [one, same] = await Promise.all(first);
  const [other, likewise] = await Promise.all(second);
  t.is(one, same);
  t.is(other, likewise);
  t.not(other, one);
  // On PostgreSQL the notification of the own change can have come in between.
  if (!onPostgres) t.is(cache.find('key', cache.version() ?? -1), other);

  const version = cache.version() ?? 0;
  const failing = () => Promise.reject(new RangeError('too much'));
  for (let turn = 0; turn < 2; turn++) {
    const both = [cache.make('failing', version, failing), cache.make('failing', version, failing)];
    for (const each of both) await t.throwsAsync(each, { instanceOf: RangeError });
  }
  const again = cache.make('failing', version, make);
  finishAll();
  t.truthy(await again, 'a failure is not kept');
});

test('an answer that depends on the time is found in its second only', async (t) => {
  const cache = new AnswerCache({ count: 0, look: () => {} }, 1e6);
  const [early, late] = [await anyAnswer(), await anyAnswer()];
  const ask = (second: number, answer: Finished) =>
    cache.find('key', second) ?? cache.make('key', second, async () => answer);
  t.is(await ask(1, early), early);
  t.is(await ask(1, late), early);
  t.is(await ask(2, late), late);
  t.is(await ask(2, early), late);
});

test('ten clients that ask for a long list at the same time get the same answer', async (t) => {
  const { servers } = await startAll(t, {});
  const [server] = servers as [Server];
  const path = '/character/1:1/creditlog?item_count=1000';
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => server.call(path, { headers: { 'X-Request-Id': `client-${n}` } })),
  );
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  for (const [n, { status, headers }] of answers.entries()) {
    t.is(status, 200);
    t.is(headers.get('x-request-id'), `client-${n}`);
  }
});

test('bytes that are on their way do not change when their answer is sent again later', async (t) => {
  const answer = await anyAnswer();
  const first = answer.at(NOW);
  const before = first.toString();
  for (const time of [NOW + 1, 5, 12_345_678_901, NOW]) {
    t.is(JSON.parse(answer.at(time).toString()).timestamp, time);
    t.is(withoutTime(answer.at(NOW).toString()), withoutTime(before));
  }
  t.is(first.toString(), before);
});

test('the cache takes no more memory than it may, and an eighth of it for one answer', async (t) => {
  const { servers } = await startAll(t, { answerCache: 600_000 });
  const [server] = servers as [Server];
  for (let start = 1; start <= 20; start++)
    await server.call(`/character/1:1/creditlog?item_count=100&start_index=${start}`);
  const { bytes } = await found(server);
  t.true(bytes > 500_000 && bytes <= 600_000, String(bytes));
  const long = '/character/1:1/creditlog?item_count=1000';
  for (let turn = 0; turn < 2; turn++) await server.call(long);
  t.is((await found(server)).hits, 0);
});

test('a snapshot of a sandbox drops what was made since', async (t) => {
  const { url, token, exchange, sandbox } = await startSandboxed(t);
  t.truthy(url);
  const read = () => exchange(rawRequest('GET /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${token}` }));
  const fresh = await read();
  await exchange(
    rawRequest('POST /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${token}` }, 'production_entity_uid=4:2&uses=7'),
  );
  const changed = await read();
  t.regex(changed, /"uses":93/);
  await sandbox.reset();
  t.regex(await read(), /"uses":100/);
  t.regex(fresh, /"uses":100/);
});

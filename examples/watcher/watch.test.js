import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startServer } from 'svcapi/testing';
import { Client } from 'svcapi-client';
import { watch } from './watch.js';

let server;

before(async () => {
  server = await startServer({ size: 0.1 });
});

after(() => server.close());

beforeEach(() => server.reset());

const pay = (id, amount) => ({
  ...{ kind: 'transaction', id, time: 'Year 27 Day 1', amount },
  ...{ sender: '1:2', receiver: '1:1' },
});

/** Starts a watcher, whose lines can be waited for. */
function start(place) {
  const client = new Client({ baseUrl: server.url, token: server.token });
  const lines = [];
  const ending = new AbortController();
  let heard = () => {};
  const tell = (line) => {
    lines.push(line);
    heard();
  };
  const done = watch(client, { character: '1:1', above: 100, tell, place, signal: ending.signal });
  return {
    async lines(count) {
      while (lines.length < count) await new Promise((resolve) => (heard = resolve));
      return lines;
    },
    async end() {
      ending.abort();
      await done;
    },
  };
}

/** A place that is kept in memory. */
function memory() {
  let kept = '0';
  return {
    read: async () => kept,
    write: async (place) => {
      kept = place;
    },
  };
}

test('it reports large payments, over a connection that breaks, and goes on where it left off', async () => {
  const place = memory();
  await server.load([pay(90_000, 1), pay(90_001, 500), pay(90_002, 50), pay(90_003, 700)]);
  const first = start({ ...place, read: async () => '90000' });
  assert.equal((await first.lines(2)).length, 2);
  await first.end();
  await server.load([pay(90_004, 900)]);
  await server.inject('GET /character/{uid}/creditlog', { cut: 10, times: 1 });
  const second = start(place);
  assert.match((await second.lines(1))[0], / paid 900 to Hana Veil$/);
  await second.end();
});

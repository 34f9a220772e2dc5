import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { loadTransactions, modelPage, readPage } from '../../helpers/credit-log.js';
import { withServer } from '../../helpers/server.js';

test(
  'any page matches the model',
  withServer,
  async (t, server) => {
    await loadTransactions(server.store);
    const page = fc.record(
      {
        start_id: fc.oneof(fc.constantFrom(0, 1), fc.nat(2700), fc.nat(10_000)),
        start_index: fc.oneof(fc.nat(1100), fc.constantFrom(0, 1, 1000)),
        item_count: fc.integer({ min: 1, max: 1000 }),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(page, async (page) => {
      assert.deepEqual(await readPage(server, page), modelPage(page));
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 200 }));
  },
  { rateLimit: 1_000_000 },
);

import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { form, withServer } from '../helpers/server.js';

test(
  'any two parameters lead to a conversion or to invalid_time',
  withServer,
  async (t, server) => {
    const property = fc.asyncProperty(
      fc.record({ cgt: fc.jsonValue(), time: fc.jsonValue() }, { requiredKeys: [] }),
      async (body) => {
        const { status, json } = await server.call('/api/time', {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        });
        if (status === 200) assert.equal(json.resource, 'time_result');
        else assert.deepEqual([status, json.svcapi.error], [500, 'invalid_time']);
      },
    );
    await t.notThrowsAsync(fc.assert(property, { numRuns: 300 }));
  },
  { empty: true },
);

test(
  'conversions are inverse to each other',
  withServer,
  async (t, server) => {
    const moment = fc.integer({ min: 912_668_400, max: 99_999_999_999 });
    const property = fc.asyncProperty(moment, async (timestamp) => {
      const there = (await server.call('/api/time', form({ time: timestamp }))).json.svcapi;
      assert.equal(there.timestamp, timestamp);
      const { years, days, hours, mins, secs } = there;
      const cgt = `Year ${years} Day ${days}, ${hours}:${mins}:${secs}`;
      assert.deepEqual((await server.call('/api/time', form({ cgt }))).json.svcapi, there);
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 200, examples: [[99_999_999_999]] }));
  },
  { empty: true },
);

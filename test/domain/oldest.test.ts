import test from 'ava';
import fc from 'fast-check';
import { Oldest } from '../../src/domain/oldest.js';

const key = fc.integer({ min: 0, max: 9 });
const step = fc.oneof(
  fc.record({ action: fc.constant('set' as const), key }),
  fc.record({ action: fc.constant('remove' as const), key }),
  fc.record({ action: fc.constantFrom('remove the oldest' as const, 'find' as const, 'clear' as const), key }),
);

test('the oldest entry is the first of a new iterator, whatever was set and removed before', (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const map = new Map<number, object>();
      const oldest = new Oldest(map);
      for (const { action, key } of steps) {
        if (action === 'set') {
          map.delete(key);
          map.set(key, {});
        } else if (action === 'remove') map.delete(key);
        else if (action === 'clear') map.clear();
        else {
          const found = oldest.find();
          const [first] = map;
          if (found?.[0] !== first?.[0] || found?.[1] !== first?.[1])
            throw new Error(`${found?.[0]} instead of ${first?.[0]}`);
          if (found && action === 'remove the oldest') map.delete(found[0]);
        }
      }
    }),
  );
  t.pass();
});

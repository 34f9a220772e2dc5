import test from 'ava';
import type { z } from 'zod';
import { routes } from '../../src/routes/index.js';
import { Faults, type faultInput } from '../../src/sandbox/faults.js';
import type { filter } from '../../src/sandbox/matching.js';
import { RouteNames } from '../../src/sandbox/route-names.js';
import type { Effects, Fault, OwnAnswer, RouteName, Selection, Where } from '../../src/testing/index.js';

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
type Schema = z.input<typeof faultInput>;

const names = new RouteNames(routes);

/** Returns true if the sandbox takes a fault; the compiler has to agree. */
function takes(route: RouteName | '*', fault: Fault): boolean {
  try {
    new Faults(names).add({ route, ...fault });
    return true;
  } catch {
    return false;
  }
}

test('the faults that compile are those that the sandbox takes, with the options of their schema', (t) => {
  const options: Same<keyof Effects | keyof Selection, Exclude<keyof Schema, 'route'>> = true;
  const where: Same<keyof Where, keyof NonNullable<z.input<typeof filter.where>>> = true;
  const answer: Same<keyof OwnAnswer, keyof NonNullable<Schema['answer']>> = true;
  t.true(options && where && answer);
  t.true(takes('GET /character[/{uid}]', { code: 'not_found', delay: '2s', after: 1, times: 2 }));
  t.true(takes('POST /ws/oauth2/token', { status: 429, where: { parameters: { a: 1 } } }));
  t.true(takes('*', { status: 503, delay: 1 }));
  t.true(takes('*', { brokenChunk: true, where: { headers: { 'Idempotency-Key': 'k' } } }));
  t.true(takes('*', { answer: { status: 418, body: 'tea' } }));
  // @ts-expect-error: it has no effect
  t.false(takes('*', { times: 2 }));
  // @ts-expect-error: it has two effects
  t.false(takes('GET /character[/{uid}]', { code: 'not_found', status: 404 }));
  // @ts-expect-error: there is no such condition
  t.false(takes('*', { empty: true, where: { uid: '14:7' } }));
  t.false(takes('*', { status: 418 }), 'no route answers with it');
  t.false(takes('GET /character[/{uid}]', { status: 409 }), 'this route does not');
});

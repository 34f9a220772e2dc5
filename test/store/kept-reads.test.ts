import test, { type ExecutionContext } from 'ava';
import { KeptReads } from '../../src/store/kept-reads.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { galaxyFile } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';

/** Reads that are kept until stored data changes, and the holders of tokens that are read so. */

function countedReads() {
  const state = { version: 'one', reads: 0 };
  const kept = new KeptReads<string>({ version: () => state.version }, { max: 2 });
  const read = (key: string) =>
    kept.get(key, async () => {
      state.reads += 1;
      return `${key} ${state.reads}`;
    });
  return { state, kept, read };
}

test('a read that is older than a change which another read has noticed is not kept', async (t) => {
  const { state, kept, read } = countedReads();
  const first = kept.get('a', async () => {
    state.version = 'two';
    await read('b');
    return 'old';
  });
  t.is(await first, 'old');
  t.is(await read('a'), 'a 2');
});

test('neither nothing found nor a failure is kept', async (t) => {
  const { read, kept } = countedReads();
  await t.throwsAsync(kept.get('a', () => Promise.reject(new Error('the database is away'))));
  t.is(await kept.get('a', async () => undefined), undefined);
  t.is(await read('a'), 'a 1');
});

/** Opens a store with a token that has been read, and another connection, as another process has. */
async function open(t: ExecutionContext) {
  const path = await galaxyFile();
  const [store, other] = [await openSqlite({ path }), await openSqlite({ path })];
  t.teardown(() => Promise.all([store.close(), other.close()]));
  const grant = { client_id: 'console', character_uid: '1:2', permissions: ['character_read' as const] };
  const { id, token } = await store.tokens.create({ ...grant, expires_at: NOW + 10 }, NOW);
  const find = () => store.tokens.principal(token, NOW);
  const grantId = (await find())?.grant_id as string;
  return { store, other, id, token, grantId, find };
}

for (const by of ['store', 'other'] as const) {
  test(`a change by ${by === 'store' ? 'this' : 'another'} connection shows in the next call of a token`, async (t) => {
    const { id, grantId, find, [by]: writer } = await open(t);
    await writer.grants.extend(grantId, ['character_stats'], NOW + 10);
    t.deepEqual((await find())?.permissions, ['character_read', 'character_stats']);
    await writer.tokens.revoke(id, NOW);
    t.is(await find(), undefined);
  });
}

test('a transaction sees its own changes of a token; others see none that it undoes', async (t) => {
  const { store, id, token, find } = await open(t);
  const besides: ReturnType<typeof find>[] = [];
  const undone = store.transaction(async (within) => {
    await within.tokens.revoke(id, NOW);
    besides.push(find());
    t.is(await within.tokens.principal(token, NOW), undefined);
    throw new Error('undone');
  });
  await t.throwsAsync(undone, { message: 'undone' });
  t.truthy(await besides[0]);
  t.truthy(await find());
});

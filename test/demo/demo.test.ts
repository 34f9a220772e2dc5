import test from 'ava';
import { demoCharacter, demoClient, demoUids, loadDemo } from '../../src/demo/load-demo.js';
import { emptyStore } from '../helpers/database.js';
import { generate, options as whole } from './demo-galaxy.js';

const options = { ...whole, size: 0.2 };
const demo = generate(options);

test('loading the demo fills an empty database, and records its size and seed', async (t) => {
  const store = await emptyStore(t);
  const seen: { records: number; total: number }[] = [];
  await loadDemo(store, { ...options, onProgress: (progress) => seen.push(progress) });
  const rows = Object.values(demo).reduce((sum, { length }) => sum + length, 0);

  t.is(await store.metadata.get('demo'), '{"size":0.2,"seed":1}');
  // The last record is the fact.
  t.is(seen.at(-1)?.records, rows + 1);
  t.true(Math.abs((seen.at(-1)?.total ?? 0) - rows) < rows / 50);

  const profile = await store.characters.profile(demoCharacter.uid);
  t.like(profile, { ...demoCharacter, credits: demo.character[0]?.credits });
  t.is((await store.creditLog.page('1:1', { startId: 1, startIndex: 1, itemCount: 5 })).total, 1000);
  t.is(
    (await store.datacards.ofFaction(demoUids.faction)).length,
    demo.datacard.filter((d) => d.owner_uid === '20:1').length,
  );
  t.like(await store.datacards.assignments(demoUids.datacard), [{ location: { uid: demoUids.facility }, uses: 120 }]);
  t.like(await store.clients.find(demoClient.id), demoClient);
  t.like(await store.events.find(demoUids.event), { receiver: demoCharacter });
});

test('an abort in the middle of loading keeps nothing', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const reason = new Error('enough');
  const onProgress = ({ records, total }: { records: number; total: number }) => {
    t.false(controller.signal.aborted, 'It goes on after the abort.');
    if (records > total / 2) controller.abort(reason);
  };
  const error = await t.throwsAsync(loadDemo(store, { ...options, signal: controller.signal, onProgress }));
  t.is(error, reason);
  t.true(await store.metadata.isEmpty());
  t.is(await store.metadata.get('demo'), undefined);
});

test('timers run while the demo loads', async (t) => {
  const store = await emptyStore(t);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  t.teardown(() => clearInterval(timer));
  await loadDemo(store, options);
  t.true(turns > 0);
});

import { Readable } from 'node:stream';
import test from 'ava';
import { importRecords } from '../../src/transfer/import.js';
import { emptyStore } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, NOW } from './galaxy.js';

test('invalid UTF-8 and long lines are errors of their lines', async (t) => {
  const store = await emptyStore(t);
  const [one, two] = [lines(galaxy[0]), lines(...factions(1))].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  const invalid = Buffer.from('{"kind":"faction","uid":"20:2","name":"\xff"}\n', 'latin1');
  const long = Buffer.from(lines({ kind: 'faction', uid: '20:3', name: 'x'.repeat(200) }));
  const { refused } = await importAll(store, file(Buffer.concat([one, invalid, long, two])), {
    maxLineBytes: 200,
    keepGoing: true,
  });
  t.deepEqual(refused, [
    { source: 'test.ndjson', line: 2, reason: 'it is not valid UTF-8; convert it with iconv' },
    { source: 'test.ndjson', line: 3, reason: 'it is longer than 200 bytes; shorten it' },
  ]);
  t.like(await store.entities.find('20:1'), { name: 'F1' });
});

test('an abort in the middle keeps nothing and throws its reason', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const reason = new Error('enough');
  const { result } = await importAll(store, file(lines(...factions(5000)), 'f', 1000), {
    signal: controller.signal,
    onProgress: (records) => records > 2000 && controller.abort(reason),
  });
  t.is(result, reason);
  t.true(await store.metadata.isEmpty());
});

test('an abort ends the wait for a silent source', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const reason = new Error('enough');
  const silent = new Readable({
    read() {
      setImmediate(() => controller.abort(reason));
    },
  });
  const { result } = await importAll(store, { name: 'silent', open: () => silent }, { signal: controller.signal });
  t.is(result, reason);
  t.true(silent.destroyed);
});

test('a signal that has aborted already opens nothing', async (t) => {
  const store = await emptyStore(t);
  const source = { name: 'never', open: () => t.fail('It is opened.') as never };
  const { result } = await importAll(store, source, { signal: AbortSignal.abort(new Error('before')) });
  t.is((result as Error).message, 'before');
});

test('a source that fails undoes everything', async (t) => {
  const store = await emptyStore(t);
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from(lines(...factions(600)));
      throw new Error('The disk is gone.');
    })(),
    { objectMode: false },
  );
  const run = importRecords(store, [{ name: 'failing', open: () => failing }], { now: NOW, keepGoing: true });
  await t.throwsAsync(run, { message: 'The disk is gone.' });
  t.true(await store.metadata.isEmpty());
});

import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { galaxyFile, openTestStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';

test('whoever comes back while the service looks for what sleeps keeps all accesses', async (t) => {
  const path = await galaxyFile();
  const store = await openTestStore(path);
  t.teardown(() => store.close());
  const importer = new DatabaseSync(path);
  const removed = "update entities set removed_at = 5 where uid = '1:1'";
  importer.exec(removed);

  // The look finds the character removed, and waits for the lock; then an import brings it back.
  importer.exec("begin immediate; update entities set removed_at = null where uid = '1:1'");
  const ending = store.endSleeping(NOW, NOW).next();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  importer.exec('commit');
  t.is((await ending).value, 0);
  t.like(await store.datacards.find('14:1', '1:1'), { rights: { can_manage_datacards: 1 } });

  importer.exec(removed);
  importer.close();
  t.is((await store.endSleeping(NOW, NOW).next()).value, 1);
  t.like(await store.datacards.find('14:1', '1:1'), { rights: { can_manage_datacards: null } });
});

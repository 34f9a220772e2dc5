import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Random } from '../../src/demo/random.js';
import { Disk } from '../../trials/power/disk.js';
import { readTrace } from '../../trials/power/read-trace.js';
import { temporaryFolder } from '../helpers/folder.js';

/** Returns what is left of the files after each of many cuts. */
function cuts(disk: Disk): Set<string> {
  const found = new Set<string>();
  for (let seed = 0; seed < 200; seed += 1) {
    const folder = temporaryFolder();
    disk.cut(new Random(seed, 'cut'), (file) => join(folder, file));
    const log = join(folder, 'a.db-wal');
    found.add(`${readFileSync(join(folder, 'a.db'))}|${existsSync(log) ? readFileSync(log) : '-'}`);
  }
  return found;
}

test('a power cut keeps what is synced, and any part of the rest', (t) => {
  const disk = new Disk('a.db', Buffer.from('old'));
  disk.perform({ kind: 'write', file: 'a.db', offset: 0, data: Buffer.from('new') });
  disk.perform({ kind: 'sync', file: 'a.db' });
  t.deepEqual([...cuts(disk)], ['new|-']);
  disk.perform({ kind: 'write', file: 'a.db', offset: 3, data: Buffer.from('er') });
  disk.perform({ kind: 'write', file: 'a.db-wal', offset: 0, data: Buffer.from('log') });
  t.deepEqual([...cuts(disk)].sort(), ['newer|-', 'newer|log', 'new|-', 'new|log']);
  disk.perform({ kind: 'truncate', file: 'a.db', size: 1 });
  disk.perform({ kind: 'sync', file: 'a.db' });
  t.deepEqual([...cuts(disk)].sort(), ['n|-', 'n|log']);
});

test('sectors of a write are kept or lost each, and what is lost below them is zero', (t) => {
  const disk = new Disk('a.db', Buffer.alloc(0));
  disk.perform({ kind: 'write', file: 'a.db', offset: 0, data: Buffer.from('a'.repeat(512) + 'b'.repeat(512)) });
  const found = [...cuts(disk)].map((files) =>
    files.replaceAll(/a+/g, 'a').replaceAll(/b+/g, 'b').replaceAll(/\0+/g, '0'),
  );
  t.deepEqual(found.sort(), ['0b|-', 'ab|-', 'a|-', '|-']);
});

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

test('a trace is read: writes, syncs, answers, and calls that others interrupt', async (t) => {
  const trace = join(temporaryFolder(), 'trace');
  const [database, log, socket] = [hex('/d/a.db'), hex('/d/a.db-wal'), hex('TCP:[1->2]')];
  const answer = hex('HTTP/1.1 200 OK\r\nX-Request-Id: one\r\n\r\n{}');
  const refusal = hex('HTTP/1.1 409 Conflict\r\nX-Request-Id: two\r\n\r\n{}');
  writeFileSync(
    trace,
    [
      `10 pwrite64(3<${log}>, "${hex('abc')}", 3, 32) = 3`,
      `10 fdatasync(3<${log}> <unfinished ...>`,
      `11 write(1<${hex('/d/out')}>, "${answer}", 40) = 40`,
      '10 <... fdatasync resumed>)         = 0',
      `10 write(20<${socket}>, "${answer}", 40) = 40`,
      `10 writev(20<${socket}>, [{iov_base="${refusal}", iov_len=50}], 1) = 50`,
      `10 pwrite64(3<${hex('/d/other')}>, "${hex('abc')}", 3, 0) = 3`,
      `10 ftruncate(4<${database}>, 8192) = 0`,
      `10 fsync(4<${database}>) = -1 EIO (Input/output error)`,
      `10 unlink("${log}") = 0`,
    ].join('\n'),
  );
  t.deepEqual(await readTrace(trace, '/d/a.db'), [
    { kind: 'write', file: '/d/a.db-wal', offset: 32, data: Buffer.from('abc') },
    { kind: 'sync', file: '/d/a.db-wal' },
    { kind: 'answer', request: 'one' },
    { kind: 'truncate', file: '/d/a.db', size: 8192 },
    { kind: 'remove', file: '/d/a.db-wal' },
  ]);
});

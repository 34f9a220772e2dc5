import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ServerThread } from '../../src/testing/server-thread.js';
import { temporaryFolder } from '../helpers/folder.js';
import { inTime } from '../helpers/until.js';

const failures: [what: string, program: string | undefined, message: RegExp][] = [
  ['throws while it is loaded', "throw new Error('no memory is left');", /^no memory is left$/],
  ['rejects a promise', "Promise.reject(new Error('no port is left'));", /^no port is left$/],
  ['ends before it listens', 'process.exit(0);', /^the server ended while it was starting$/],
  ['is missing', undefined, /Cannot find module/],
];

for (const [what, program, message] of failures) {
  test(`a server whose thread ${what} does not start, and says why`, async (t) => {
    const file = join(temporaryFolder(), 'thread.cjs');
    if (program !== undefined) writeFileSync(file, program);
    const started = ServerThread.start(file, {}, undefined);
    await t.throwsAsync(inTime(started, 'the start neither succeeds nor fails'), { any: true, message });
  });
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { neededNode } from '../src/package.js';

/** The file that refuses an old Node.js, run with the version of another one. */
const FILE = fileURLToPath(new URL('../svcapi.cjs', import.meta.url));

interface Ran {
  exitCode: number | undefined;
  stderr: string;
  /** The modules that were loaded behind the check, without the fingerprint of a chunk. */
  loaded: string[];
}

function runOn(version: string): Ran {
  const ran: Ran = { exitCode: undefined, stderr: '', loaded: [] };
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => (ran.stderr += text) },
    set exitCode(code: number) {
      ran.exitCode = code;
    },
  };
  const require = (path: string) => {
    ran.loaded.push(path.replace(/-\w+\.cjs$/, ''));
    return { run() {} };
  };
  runInNewContext(readFileSync(FILE, 'utf8'), { process, require });
  return ran;
}

test('an old Node.js is refused in one line, and a newer one accepted', (t) => {
  for (const version of ['0.12.18', '18.20.8', '19.99.0', '20.18.3']) {
    const stderr = `svcapi: Node.js ${neededNode()} or newer is needed; this is ${version}\n`;
    t.deepEqual(runOn(version), { exitCode: 1, stderr, loaded: [] });
  }
  for (const [version, ...before] of [['20.19.0'], ['22.0.0', 'node:module'], ['100.1.0', 'node:module']] as const)
    t.deepEqual(runOn(version), { exitCode: undefined, stderr: '', loaded: [...before, './chunks/chunk'] });
});

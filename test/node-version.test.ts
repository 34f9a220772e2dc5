import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { neededNode } from '../src/package.js';

/** The two files that refuse an old Node.js, run with the version of another one. */

const files = { start: '../svcapi.cjs', install: '../../bin/check-node.cjs' };

interface Ran {
  exitCode: number | undefined;
  stderr: string;
  /** The modules that were loaded behind the check. */
  loaded: string[];
}

function runOn(version: string, file: string): Ran {
  const ran: Ran = { exitCode: undefined, stderr: '', loaded: [] };
  const url = new URL(file, import.meta.url);
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => (ran.stderr += text) },
    set exitCode(code: number) {
      ran.exitCode = code;
    },
  };
  const load = (path: string): unknown =>
    path.endsWith('package.json') ? createRequire(url)(path) : ran.loaded.push(path);
  runInNewContext(readFileSync(fileURLToPath(url), 'utf8'), { process, require: load });
  return ran;
}

for (const [name, file] of Object.entries(files)) {
  for (const version of ['0.12.18', '18.20.8', '19.99.0', '20.18.3']) {
    test(`Node.js ${version} is refused in one line: ${name}`, (t) => {
      t.deepEqual(runOn(version, file), {
        exitCode: 1,
        stderr: `svcapi: Node.js ${neededNode()} or newer is needed; this is ${version}\n`,
        loaded: [],
      });
    });
  }

  for (const version of ['20.19.0', '22.0.0', '100.1.0']) {
    test(`Node.js ${version} is accepted: ${name}`, (t) => {
      const loaded = name === 'start' ? ['./chunks/svcapi.cjs'] : [];
      t.deepEqual(runOn(version, file), { exitCode: undefined, stderr: '', loaded });
    });
  }
}

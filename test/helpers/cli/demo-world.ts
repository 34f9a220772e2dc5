import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../folder.js';
import { host as hostService, stop, tokenIn } from './hosted.js';
import { type Ended, PROGRAM, startProcess } from './program.js';

/** A user's machine, on which `svcapi` is installed and a demo service runs. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** A home of its own: whatever is done in it is gone with the world. */
export type Home = ReturnType<World['home']>;

/** Starts a demo service on a free port. */
export async function startWorld() {
  const root = temporaryFolder();
  const bin = join(root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'svcapi'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  const base = { PATH: [bin, process.env.PATH].join(delimiter), TERM: 'xterm', SVCAPI_PORT: '0', LC_ALL: 'C.UTF-8' };

  // Limits that no test comes near: what counts is that each example works, not how many there are.
  const limits = { SVCAPI_RATE_LIMIT: '100000', SVCAPI_LOG_LEVEL: 'fatal', HOME: root };
  const server = await hostService({ teardown() {} }, ['--demo-size', '0.2'], /login --url/, limits);
  const { url } = server;
  const token = tokenIn(server);
  const known = { ...base, SVCAPI_URL: url, SVCAPI_TOKEN: token, TOKEN: token };

  const original = { HOME: root, ...base };
  await succeed('svcapi backup copy.db && svcapi export galaxy.ndjson', root, original);
  const records = await succeed('cat galaxy.ndjson', root, original);
  let homes = 0;

  return {
    url,
    token,
    /** Makes a home with a copy of the demo galaxy, and some files in the working directory. */
    home() {
      const folder = join(root, `home-${homes++}`);
      const database = join(folder, '.local/share/svcapi/svcapi.db');
      for (const name of ['.local/share/svcapi', '.zfunc', '.config/fish/completions']) {
        mkdirSync(join(folder, name), { recursive: true });
      }
      mkdirSync(join(folder, '.local/share/bash-completion/completions'), { recursive: true });
      copyFileSync(join(root, 'copy.db'), database);
      copyFileSync(join(root, 'copy.db'), join(folder, 'galaxy.db'));
      writeFileSync(join(folder, 'galaxy.ndjson'), records);
      writeFileSync(join(folder, 'dump.ndjson.gz'), gzipSync(records));
      writeFileSync(join(folder, 'token.txt'), `${token}\n`);
      const here = { ...known, HOME: folder };
      return {
        folder,
        database,
        /** The variables of its shells. */
        env: here,
        /** Runs a line as `sh -c` does. */
        shell: (line: string, env?: Record<string, string>) => shell(line, folder, { ...here, ...env }),
        /** Runs a line that hosts the service, and stops it as soon as it listens, or prints another text. */
        host: (line: string, last?: string) => host(line, folder, here, last),
      };
    },
    async close() {
      const code = await stop(server, 'SIGTERM');
      if (code !== 0) throw new Error(`the demo service ended with ${code}`);
    },
  };
}

async function succeed(line: string, cwd: string, env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await shell(line, cwd, env);
  if (code !== 0) throw new Error(`${line}: ${stderr}`);
  return stdout;
}

function shell(line: string, cwd: string, env: Record<string, string>): Promise<Ended> {
  return startProcess(['sh', '-c', line], { cwd, env }).ended;
}

async function host(line: string, cwd: string, env: Record<string, string>, last = 'listens on'): Promise<Ended> {
  const { child, ended } = startProcess(['sh', '-c', `exec ${line}`], { cwd, env });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    if (!stdout.includes(last) && `${stdout}${chunk}`.includes(last)) child.kill('SIGTERM');
    stdout += chunk;
  });
  return ended;
}

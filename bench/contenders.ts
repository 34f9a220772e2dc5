import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.js';
import { ENVIRONMENT, script, TOOLS, temporaryFolder } from './environment.js';
import { galaxyFor, THIS_BUILD } from './galaxy.js';
import type { Bench } from './row.js';
import { NODE_FLAGS, type Server, start, startService, VARIABLES } from './server.js';

/** A server on a galaxy of its own. */
export interface Contender {
  name: string;
  server: Server;
  token: string;
}

const BY_HAND = { koa: 'Koa by hand', bare: 'bare Koa by hand' };

/** Starts the builds of svcapi, with the request log on as the services by hand have one. */
export async function startBuilds(bench: Bench, under: string[] = []): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const build of bench.builds) {
    bench.log(`making the galaxy of ${build.name}`);
    const { database, token } = await galaxyFor(build);
    const server = await startService({ under, program: build.program, database, flags: ['--request-log'] });
    contenders.push({ name: build.name, server, token });
  }
  return contenders;
}

/** Starts a service that was written by hand, with the flags of Node.js that svcapi has. */
export async function startByHand(kind: keyof typeof BY_HAND, under: string[] = []): Promise<Contender> {
  const { database, token } = await galaxyFor(THIS_BUILD);
  const command = [...under, process.execPath, ...NODE_FLAGS, script('by-hand/koa.js'), database, kind];
  const env = { ...ENVIRONMENT, ...VARIABLES };
  const server = await start(command, ['ignore', 'pipe', 'inherit'], { cwd: temporaryFolder, env });
  return { name: BY_HAND[kind], server, token };
}

export const stopAll = (all: readonly { server: Server }[]) => Promise.all(all.map(({ server }) => server.stop()));

/** Installs the programs to compare with by their lock file, where they are missing. */
export async function installTools(): Promise<void> {
  if (existsSync(join(TOOLS, 'node_modules', '.package-lock.json'))) return;
  process.stderr.write('Installing the programs to compare with, in bench/ …\n');
  await run('npm', ['ci', '--ignore-scripts'], { cwd: TOOLS });
}

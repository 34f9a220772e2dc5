import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Answer, send } from '../answer.js';
import { kill, startChild } from '../child.js';
import { ENVIRONMENT, ROOT, script, temporaryFolder } from '../environment.js';
import { type Server, start } from '../server.js';
import { TOOLS } from '../tools.js';

/** Servers that a client developer could run instead, by name. Each returns the answer of api/time at a path of its own. */
export type Peers = Record<string, { server: Server; path: string }>;

const DOCUMENT = join(ROOT, 'docs', 'openapi.json');

/** The longest start of a server, in milliseconds. */
const START_TIMEOUT = 60_000;

/** Starts all peers; Prism where the service has an OpenAPI document. */
export async function startPeers(path: string, recorded: Answer): Promise<Peers> {
  const file = join(temporaryFolder, 'peer.json');
  writeFileSync(file, JSON.stringify(recorded));
  const handler = (name: string) => start([script(`peers/${name}.js`), file, path], ['ignore', 'pipe', 'inherit']);
  return {
    Express: { server: await handler('express'), path },
    Fastify: { server: await handler('fastify'), path },
    'json-server': { server: await jsonServer(recorded), path: '/time' },
    ...(existsSync(DOCUMENT) ? { 'Prism with our OpenAPI document': await prism(path) } : {}),
  };
}

async function jsonServer({ body }: Answer): Promise<Server> {
  const file = join(temporaryFolder, 'db.json');
  writeFileSync(file, `{"time":${body}}`);
  const port = await freePort();
  const args = ['--quiet', '--host', '127.0.0.1', '--port', String(port), file];
  return program('json-server', args, port, '/time');
}

/** Starts Prism, which mocks the paths of the document, without the prefix of its server. */
async function prism(path: string): Promise<{ server: Server; path: string }> {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: object };
  const mocked = Object.keys(paths).find((each) => path.endsWith(each));
  if (mocked === undefined) throw new Error(`The OpenAPI document has no ${path}`);
  const port = await freePort();
  const args = ['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', DOCUMENT];
  return { server: await program('prism', args, port, mocked), path: mocked };
}

/** Starts a program of the bench's package, and waits until it answers. */
async function program(name: string, args: string[], port: number, path: string): Promise<Server> {
  const command = join(TOOLS, 'node_modules', '.bin', name);
  const child = startChild(process.execPath, [command, ...args], {
    cwd: temporaryFolder,
    env: ENVIRONMENT,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_TIMEOUT; ; await setTimeout(100)) {
    const answered = await send(url, { path }).catch(() => undefined);
    if (answered?.status === 200) break;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} did not answer ${path}`);
  }
  return { url, pid: child.pid as number, process: child, stop: () => kill(child) };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

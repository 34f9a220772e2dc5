import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/helpers/servers/free-port.js';
import { calls } from '../calls.js';
import { kill, startChild } from '../child.js';
import { type Contender, installTools, startBuilds, stopAll } from '../contenders.js';
import { type Contestant, contest, type Result } from '../contest.js';
import { ENVIRONMENT, ROOT, TOOLS, temporaryFolder } from '../environment.js';
import { type Request, send } from '../request.js';
import type { Row } from '../row.js';
import type { Server } from '../server.js';
import { median, ratios } from '../statistics.js';

const CONNECTIONS = 32;

/** The longest start of a server, in milliseconds. */
const START_TIMEOUT = 60_000;

/** Servers that a client developer could run instead, with the same GET. */
export const peersRow: Row = {
  name: 'peers',
  async measure(bench) {
    await installTools();
    const [request] = calls['GET api/time'] as [Request];
    const [svcapi] = (await startBuilds({ ...bench, builds: [bench.builds[0]] })) as [Contender];
    const { body } = await send(svcapi.server.url, request);
    const contestants: Contestant[] = [
      { ...svcapi, requests: [request] },
      { name: 'json-server', server: await jsonServer(body), requests: [{ path: '/time' }] },
      { name: 'Prism', server: await prism(), requests: [{ path: '/api/time' }] },
    ];
    const results = await contest(bench, contestants, CONNECTIONS);
    await stopAll(contestants);
    const [own] = results as [Result];
    const lines = results.map(({ perSecond, cpu }, index) => [
      contestants[index]?.name ?? '',
      median(perSecond),
      median(ratios(cpu, own.cpu)),
    ]);
    const note = 'The same GET api/time, and Prism with docs/openapi.json.';
    const head = ['Server', 'Requests a second', 'of svcapi’s time'];
    return { name: 'peers', title: 'Beside mock servers', head, lines, note };
  },
};

function jsonServer(body: string): Promise<Server> {
  const file = join(temporaryFolder, 'db.json');
  writeFileSync(file, `{"time":${body}}`);
  return program('json-server', (port) => ['--quiet', '--host', '127.0.0.1', '--port', port, file], '/time');
}

/** Starts Prism, which mocks the paths of the document, without the prefix of its server. */
function prism(): Promise<Server> {
  const document = join(ROOT, 'docs', 'openapi.json');
  const quiet = ['--multiprocess=false', '--verboseLevel', 'silent', document];
  return program('prism', (port) => ['mock', '--host', '127.0.0.1', '--port', port, ...quiet], '/api/time');
}

/** Starts a program of the bench's package, and waits until it answers. */
async function program(name: string, argumentsOf: (port: string) => string[], path: string): Promise<Server> {
  const port = await freePort();
  const command = [join(TOOLS, 'node_modules', '.bin', name), ...argumentsOf(String(port))];
  const options = { cwd: temporaryFolder, env: ENVIRONMENT, stdio: 'ignore' } as const;
  const child = startChild(process.execPath, command, options);
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_TIMEOUT; ; await setTimeout(100)) {
    const answered = await send(url, { path }).catch(() => undefined);
    if (answered?.status === 200) break;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} did not answer ${path}`);
  }
  return { url, pid: child.pid as number, process: child, stop: () => kill(child) };
}

import { fileURLToPath } from 'node:url';
import { type Ended, startProcess } from './cli/program.js';

const TESTING = fileURLToPath(new URL('../../testing.cjs', import.meta.url));

/** Begins a program that has servers whose callers never rest: pollers, a follower, and calls that nobody waits for. */
const BUSY = `
  const { get } = require('node:http');
  const { startServer } = require(${JSON.stringify(TESTING)});
  // The global fetch keeps something for each address for as long as the process lives.
  const call = (server, path, more) => new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer ' + server.token, ...more };
    get(server.url + '/ws/v2.0' + path, { agent: false, headers }, (answer) => {
      answer.on('error', reject).on('end', resolve).resume();
    }).on('error', reject);
  });
  async function start() {
    const server = await startServer({ size: 0.1 });
    const log = '/character/1:1/creditlog?item_count=1000';
    const poll = async () => { for (;;) await call(server, log); };
    for (let each = 0; each < 4; each++) poll().catch(() => {});
    call(server, '/events/personal', { Accept: 'text/event-stream' }).catch(() => {});
    const forget = () => void call(server, '/datacards/20:1').catch(() => {});
    forget();
    server.load([{ kind: 'faction', uid: '20:77', name: 'Harbour' }]).catch(() => {});
    await call(server, log);
    forget();
    return server;
  }`;

/** Runs a program that may call `start()`, for a server with calls in flight, and `startServer()`. */
export function runBusy(program: string, options: string[] = []): Promise<Ended> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return startProcess([process.execPath, ...options, '-e', `${BUSY}\n${program}`], { env }).ended;
}

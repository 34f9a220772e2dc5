import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { residentBytes } from '../../bench/proc.js';
import { queryChild, startService } from '../../bench/server.js';
import type { Store } from '../../src/store/store.js';
import { loadRows } from '../../test/helpers/load-rows.js';
import { accountFor, Visitor } from '../../test/helpers/visitor.js';
import { prepareDatabase } from '../backends/database.js';
import { lastingToken, loadWithToken, preloaded } from '../harness.js';
import type { Task } from '../trial.js';
import type { Secrets } from './requests.js';

/** Datacards of one faction, so that their list is longer than what a connection takes at once. */
const CARDS = 3000;

const ACCOUNT = 'Hana Veil';

/** The service that is fuzzed, and what an honest client of it has. */
export type FuzzedService = Awaited<ReturnType<typeof startFuzzed>>;

export async function startFuzzed(task: Task) {
  const { made: tokens, copy } = await prepareDatabase(task, loadFuzzed);
  const log = join(task.folder, 'service.log');
  const flags = ['--log-level', 'error', '--keep-alive-timeout', '1s'];
  const server = await startService({ database: (await copy()).address, flags, log, ...preloaded(task.fault) });
  // Its channel closes before its exit is reported.
  const isRunning = () => server.process.connected;
  let reported = 0;
  return {
    ...{ server, secrets: await secretsAt(server.url, tokens), port: Number(new URL(server.url).port), isRunning },
    /** Asks for an answer like any client, and returns when it has come; false if there is none to come. */
    async isAlive(): Promise<boolean> {
      const answered = isRunning() ? await fetch(`${server.url}/livez`).catch(() => undefined) : undefined;
      return answered?.ok === true;
    },
    /** Returns the number of open connections. */
    connections: (): Promise<number> => queryChild(server, 'connections'),
    /** Returns the errors that were logged since the last call. */
    newErrors(): string[] {
      const text = readFileSync(log, 'utf8');
      const lines = text.slice(reported).split('\n').filter(Boolean);
      reported = text.length;
      return lines;
    },
    /** Returns the resident memory in megabytes. */
    megabytes: () => (isRunning() ? residentBytes(server.pid).now / 2 ** 20 : 0),
  };
}

/** Loads the galaxy and an account, and returns tokens: with all permissions, of another character, and unknown. */
export async function loadFuzzed(store: Store): Promise<[string, ...string[]]> {
  const hana = await loadWithToken(store);
  const cards = Array.from({ length: CARDS }, (_, index) => ({
    ...{ uid: `14:${1000 + index}`, owner_uid: '20:2', entity_uid: '2:1', total_uses: 5, assignments: [] },
  }));
  await loadRows(store, 'datacard', cards);
  await accountFor(store, ACCOUNT);
  return [hana, hana, hana, hana, hana, await lastingToken(store, '1:4'), 'x'];
}

/** Signs in at a service, and returns what an honest client of it has. */
export async function secretsAt(url: string, tokens: Secrets['tokens']): Promise<Secrets> {
  const visitor = new Visitor(`${url}/ws/v2.0`);
  await visitor.signIn(ACCOUNT);
  return { host: new URL(url).host, tokens, cookie: visitor.cookie, formToken: visitor.formToken };
}

/** The time without a byte that is too long, in milliseconds. */
const TOO_LONG = 3000;

/**
 * Sends bytes on a separate connection and reads until the service closes it. It hangs if it is still open when nothing has come for
 * too long.
 *
 * @param end whether to say that this was all
 * @param silences the times that nothing may come for too long
 * @param isAlive asked when nothing comes: whether the service still answers others, and answers only when it does or is gone
 */
export function exchangeBytes(
  port: number,
  bytes: Buffer,
  { end, silences: allowed }: { end: boolean; silences: number },
  isAlive: () => Promise<boolean>,
): Promise<{ received: Buffer; isHanging: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    let silences = 0;
    const finish = (isHanging: boolean) => {
      socket.destroy();
      resolve({ received: Buffer.concat(chunks), isHanging });
    };
    socket.setTimeout(TOO_LONG);
    // A busy machine is slow for everybody: a request hangs if others that came later are answered, and it is not.
    socket.on('timeout', () => {
      silences += 1;
      if (silences > allowed) finish(true);
      else void isAlive().then(() => socket.setTimeout(TOO_LONG));
    });
    socket.on('data', (chunk: Buffer) => {
      silences = 0;
      chunks.push(chunk);
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => finish(false));
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}

import { once } from 'node:events';
import { access, constants, lstat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { reasonOf } from '../../system-error.js';
import type { ServeSettings } from './start-options.js';

export interface Address {
  host: string;
  port: number;
  /** The path of a Unix socket, which has no port. */
  path?: string | undefined;
  flag: '--port' | '--metrics-port';
}

export function nameOf({ host, port, path }: Address): string {
  return path ?? `${host}:${port}`;
}

/** Returns the origin at which this machine reaches a server that listens there. */
export function localOrigin(host: string, port: number): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

interface Obstacle {
  code: string;
  reason: string;
  next: string;
}

export function addressesOf({ host, port, unixSocket, metricsPort: metrics }: ServeSettings): [Address, ...Address[]] {
  return [
    { host, port: unixSocket === undefined ? port : 0, path: unixSocket, flag: '--port' },
    ...(metrics ? [{ ...metrics, flag: '--metrics-port' } as const] : []),
  ];
}

/**
 * Returns undefined if a server can listen there, at a path once a left-over socket is removed: doctor changes nothing.
 * `own` is another address of the same server.
 */
export async function findObstacle(address: Address, own?: Address): Promise<Obstacle | undefined> {
  const { host, port, path, flag } = address;
  const overlap = own && (own.host === host || [own.host, host].some((name) => ['0.0.0.0', '::'].includes(name)));
  if (overlap && own.port === port && port !== 0)
    return { code: 'OWN', reason: 'the service itself listens there', next: `choose another ${flag}` };
  const server = createServer((connection) => connection.destroy());
  try {
    if (path !== undefined) return void (await checkSocket(path));
    server.listen({ port, host });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return explainListening(error as NodeJS.ErrnoException, address);
  } finally {
    server.close();
  }
}

/** Accepts a path without a file, or with the socket of a service that was killed. @throws {Error} for another path */
async function checkSocket(path: string): Promise<void> {
  const connection = connect(path);
  const { code } = await once(connection, 'connect').then(
    () => ({ code: 'EADDRINUSE' }),
    (error: NodeJS.ErrnoException) => error,
  );
  connection.destroy();
  if (code === 'ENOENT') return access(dirname(path), constants.W_OK | constants.X_OK);
  if (!(await lstat(path)).isSocket()) throw new Error('there is a file of that name');
  if (code !== 'ECONNREFUSED') throw Object.assign(new Error(), { code: 'EADDRINUSE' });
}

function explainListening(error: NodeJS.ErrnoException, { path, flag }: Address): Obstacle {
  const { code = '' } = error;
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program listens there',
    EACCES: `this user may not ${path === undefined ? 'listen there; ports below 1024 need root' : 'write to its folder'}`,
    ENOENT: 'its folder does not exist',
    EADDRNOTAVAIL: 'this machine does not have that address',
    ENOTFOUND: 'there is no host of that name',
  };
  const isHost = flag === '--port' && (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND');
  const wrong = path !== undefined ? '--unix-socket' : isHost ? '--host' : flag;
  return { code, reason: reasons[code] ?? reasonOf(error), next: `choose another ${wrong}` };
}

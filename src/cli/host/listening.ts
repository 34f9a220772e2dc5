import { once } from 'node:events';
import { createServer } from 'node:net';
import { reasonOf } from '../../system-error.js';
import type { ServeSettings } from './start-options.js';

export interface Address {
  host: string;
  port: number;
  flag: '--port' | '--metrics-port';
}

interface Obstacle {
  code: string;
  reason: string;
  next: string;
}

export function addressesOf({ host, port, metricsPort: metrics }: ServeSettings): [Address, ...Address[]] {
  return [
    { host, port, flag: '--port' },
    ...(metrics === 'off' ? [] : [{ ...metrics, flag: '--metrics-port' } as const]),
  ];
}

/** Returns undefined if a server can listen there. `own` is another address of the same server. */
export async function findObstacle(address: Address, own?: Address): Promise<Obstacle | undefined> {
  const { host, port, flag } = address;
  const overlap = own && (own.host === host || [own.host, host].some((name) => ['0.0.0.0', '::'].includes(name)));
  if (overlap && own.port === port && port !== 0)
    return { code: 'OWN', reason: 'the service itself listens there', next: `choose another ${flag}` };
  const server = createServer((connection) => connection.destroy()).listen(port, host);
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return explainListening(error as NodeJS.ErrnoException, address);
  } finally {
    server.close();
  }
}

export function explainListening(
  error: NodeJS.ErrnoException,
  { port, flag }: Address,
  platform = process.platform,
): Obstacle {
  const { code = '' } = error;
  const another = flag === '--port' ? 'choose another --host' : 'choose another address in --metrics-port';
  const known: Record<string, [reason: string, next: string]> = {
    EADDRINUSE: ['another program listens there', `choose another ${flag}, or stop that program`],
    EACCES:
      port < 1024 && platform !== 'win32'
        ? ['ports below 1024 need root', `choose a ${flag} of 1024 or above`]
        : ['the system does not allow that port', `choose another ${flag}`],
    EADDRNOTAVAIL: ['this machine does not have that address', another],
    ENOTFOUND: ['there is no host of that name', another],
  };
  const [reason, next] = known[code] ?? [reasonOf(error), `choose another ${flag}`];
  return { code, reason, next };
}

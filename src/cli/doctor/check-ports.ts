import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem } from './finding.js';

/** What tells that what answers on a port is this program. */
interface Sign {
  path: string;
  text: string;
}

const SERVICE: Sign = { path: '/livez', text: '"alive"' };
const METRICS: Sign = { path: '/metrics', text: 'svcapi_build_info' };

/** Whether a server could listen where it is told to, or does so already. */
export async function checkPorts({ host, port, metricsHost, metricsPort }: ServerSettings): Promise<Finding[]> {
  const service = await checkPort('port', host, port, '--port', SERVICE);
  if (metricsPort === 'off') return [service];
  if (metricsPort === port && port !== 0 && metricsHost === host) {
    return [
      service,
      problem('metrics port', `${port} is the port of the service too`, 'choose another --metrics-port'),
    ];
  }
  return [service, await checkPort('metrics port', metricsHost, metricsPort, '--metrics-port', METRICS)];
}

async function checkPort(check: string, host: string, port: number, flag: string, sign: Sign): Promise<Finding> {
  const place = `${host}:${port}`;
  if (port === 0) return ok(check, 'any that is free');
  const code = await listenOnce(host, port);
  if (code === undefined) return ok(check, `${place} is free`);
  if (code === 'EACCES') return problem(check, `${place} needs more rights`, `choose a ${flag} from 1024`);
  if (code !== 'EADDRINUSE') {
    return problem(check, `this machine has no address ${host}`, `choose another ${flag.replace('port', 'host')}`);
  }
  if (await shows(host, port, sign)) return ok(check, `svcapi runs on ${place} already`);
  return problem(check, `something else listens on ${place}`, `choose another ${flag}, or stop it`);
}

/** @returns the code of the error where that is not possible */
async function listenOnce(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
  } finally {
    server.close();
  }
}

/** Where a server listens on every address, this machine's own is one of them. */
const NEAREST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

async function shows(host: string, port: number, { path, text }: Sign): Promise<boolean> {
  const near = NEAREST[host] ?? (host.includes(':') ? `[${host}]` : host);
  const signal = AbortSignal.timeout(2000);
  return fetch(`http://${near}:${port}${path}`, { signal }).then(
    async (answer) => answer.ok && (await answer.text()).includes(text),
    () => false,
  );
}

import { holdAddress } from '../host/hold-address.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem } from './finding.js';

/** A text by which this program is recognized on a port. */
interface Sign {
  path: string;
  text: string;
}

const SERVICE: Sign = { path: '/livez', text: '"alive"' };
const METRICS: Sign = { path: '/metrics', text: 'svcapi_build_info' };

/** Checks that a server can listen on its addresses, or already does. */
export async function checkPorts({ host, port, metricsHost, metricsPort }: ServerSettings): Promise<Finding[]> {
  const service = await checkPort('port', host, port, '--port', SERVICE);
  if (metricsPort === 'off') return [service];
  if (metricsPort === port && port !== 0 && metricsHost === host) {
    return [
      service,
      problem('metrics port', `${port} is also the port of the service`, 'choose another --metrics-port'),
    ];
  }
  return [service, await checkPort('metrics port', metricsHost, metricsPort, '--metrics-port', METRICS)];
}

async function checkPort(check: string, host: string, port: number, flag: string, sign: Sign): Promise<Finding> {
  const place = `${host}:${port}`;
  if (port === 0) return ok(check, 'any free port');
  const code = await holdAddress(host, port).catch((error: NodeJS.ErrnoException) => error.code ?? 'UNKNOWN');
  if (code === undefined) return ok(check, `${place} is free`);
  if (code === 'EACCES') return problem(check, `${place} needs root`, `choose a ${flag} of 1024 or above`);
  if (code !== 'EADDRINUSE') {
    return problem(check, `this machine has no address ${host}`, `choose another ${flag.replace('port', 'host')}`);
  }
  if (await shows(host, port, sign)) return ok(check, `svcapi already runs on ${place}`);
  return problem(check, `another program listens on ${place}`, `choose another ${flag}, or stop that program`);
}

/** The address at which this machine reaches a server that listens on all of them. */
const NEAREST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

async function shows(host: string, port: number, { path, text }: Sign): Promise<boolean> {
  const near = NEAREST[host] ?? (host.includes(':') ? `[${host}]` : host);
  const signal = AbortSignal.timeout(2000);
  return fetch(`http://${near}:${port}${path}`, { signal }).then(
    async (answer) => answer.ok && (await answer.text()).includes(text),
    () => false,
  );
}

// Asks the service of this container whether it lives, on the port of its settings: SVCAPI_PORT, else the config file, else 8080.
// /livez, not /readyz: an instance without its database recovers by itself, and a restart would not help.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { SVCAPI_PORT = '', SVCAPI_CONFIG, XDG_CONFIG_HOME, HOME } = process.env;

function portOfFile() {
  try {
    const path = SVCAPI_CONFIG || `${XDG_CONFIG_HOME || `${HOME}/.config`}/svcapi/config.toml`;
    return /^[ \t]*port[ \t]*=[ \t]*["']?(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

// In Kubernetes, a Service named svcapi sets SVCAPI_PORT to tcp://…, which svcapi ignores.
const port = /^\d+$/.test(SVCAPI_PORT) ? SVCAPI_PORT : (portOfFile() ?? '8080');
const isAlive = await fetch(`http://127.0.0.1:${port}/livez`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);

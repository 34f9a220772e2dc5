// Asks the service of this container whether it lives, on the port of its settings: --port, else SVCAPI_PORT, else the config file,
// else 8080. /livez, not /readyz: an instance without its database recovers by itself, and a restart would not help.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { SVCAPI_PORT = '', SVCAPI_CONFIG, XDG_CONFIG_HOME, HOME } = process.env;

// The command line of the container.
const [, ...words] = read('/proc/1/cmdline').split('\0');

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function flag(name) {
  const at = words.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  return at === -1 ? undefined : words[at].slice(name.length + 1) || words[at + 1];
}

function portOfFile() {
  const path = flag('--config') || SVCAPI_CONFIG || `${XDG_CONFIG_HOME || `${HOME}/.config`}/svcapi/config.toml`;
  return /^[ \t]*port[ \t]*=[ \t]*["']?(\d+)/m.exec(read(path))?.[1];
}

// In Kubernetes, a Service named svcapi sets SVCAPI_PORT to tcp://…, which svcapi ignores.
const port = flag('--port') || (/^\d+$/.test(SVCAPI_PORT) ? SVCAPI_PORT : (portOfFile() ?? '8080'));
const isAlive = await fetch(`http://127.0.0.1:${port}/livez`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);

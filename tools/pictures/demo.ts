import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The real program, as it is published. */
export const PROGRAM = fileURLToPath(new URL('../../svcapi.cjs', import.meta.url));

/** A running service that the pictures are taken of. */
export interface Demo {
  url: string;
  token: string;
  /** Makes the next calls of a route wait, in the real time of the service. */
  delay(route: string, delay: string, times: number): Promise<void>;
  close(): void;
}

/**
 * Starts the real service with a demo galaxy that is the same each time, at a time that stands still.
 *
 * @param port the port of 127.0.0.1, which the picture of the page shows; 0 picks a free one
 */
export async function startDemo(port: number): Promise<Demo> {
  const argv = ['serve', '--sandbox', '--demo-now', 'Year 27 Day 12, 05:12:14', '--port', String(port)];
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', SVCAPI_METRICS_PORT: 'off', SVCAPI_LOG_LEVEL: 'fatal' };
  const child = spawn(process.execPath, [PROGRAM, ...argv], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    url ??= /listens on (\S+)/.exec(line)?.[1];
    const token = /TOKEN=(\S+)/.exec(line)?.[1];
    if (url === undefined || token === undefined) continue;
    child.stdout.resume();
    return { url, token, delay: addDelay(url), close: () => void child.kill('SIGKILL') };
  }
  throw new Error(`The service does not listen on port ${port}. Choose another with --port.`);
}

function addDelay(url: string) {
  return async (route: string, delay: string, times: number) => {
    const response = await fetch(`${url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ route, delay, times }),
    });
    if (!response.ok) throw new Error(`The sandbox answers ${response.status}: ${await response.text()}`);
  };
}

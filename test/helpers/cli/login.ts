import { join } from 'node:path';
import type { Service } from './service.js';

/** An environment with the stored token only. */
export const STORED = { SVCAPI_TOKEN: '', SVCAPI_URL: '' };

/** Returns the path of the credentials. */
export const fileOf = ({ home }: Service) => join(home, '.config', 'svcapi', 'credentials.json');

/** Logs in with the token of a service. */
export async function login(service: Service, ...argv: string[]) {
  const stdin = `${service.server.token}\n`;
  return service.run(['login', '--url', service.origin, ...argv], { stdin, env: STORED });
}

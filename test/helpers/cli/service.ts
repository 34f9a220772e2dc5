import type { ExecutionContext } from 'ava';
import { type Server, type ServerSetup, startServer } from '../server.js';
import { type Ran, run, type Surroundings, temporaryFolder } from './run.js';

/** A server with the small galaxy, and command lines that talk to it with Hana's token. */
export interface Service {
  server: Server;
  /** The value of `--url`. */
  origin: string;
  /** A folder of its own as the user's. */
  home: string;
  run(argv: readonly string[], around?: Surroundings): Promise<Ran>;
  /** The XML of the server itself. */
  xml(path: string, init?: RequestInit): Promise<string>;
}

export async function withService(t: ExecutionContext, setup: ServerSetup = {}): Promise<Service> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  const { origin } = new URL(server.url);
  const home = await temporaryFolder(t);
  const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token, NO_COLOR: '1' };
  return {
    server,
    origin,
    home,
    run: (argv, around = {}) => run(argv, { ...around, env: { ...env, ...around.env } }),
    async xml(path, init) {
      return (await server.call(path, { ...init, headers: { ...init?.headers, Accept: 'application/xml' } })).text;
    },
  };
}

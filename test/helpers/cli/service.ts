import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../folder.js';
import { type Server, type ServerSetup, startServer } from '../server.js';
import { type Ran, run, type Surroundings } from './run.js';

/** A server with the small galaxy, and command lines that talk to it with Hana's token. */
export type Service = ReturnType<typeof serviceOf>;

export async function withService(t: ExecutionContext, setup: ServerSetup = {}): Promise<Service> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  return serviceOf(server, temporaryFolder());
}

/** Returns the service of the tests of a file, which is there before the first of them: for tests that change nothing. */
export function sharedService(setup: ServerSetup = { rateLimit: 1e6 }): Service {
  const service = {} as Service;
  test.before(async () => {
    Object.assign(service, serviceOf(await startServer(setup), temporaryFolder()));
  });
  test.after.always(() => service.server?.close());
  return service;
}

function serviceOf(server: Server, home: string) {
  const { origin } = new URL(server.url);
  const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token, NO_COLOR: '1' };
  return {
    server,
    /** The value of `--url`. */
    origin,
    /** A folder of its own as the user's. */
    home,
    run: (argv: readonly string[], around: Surroundings = {}): Promise<Ran> =>
      run(argv, { ...around, env: { ...env, ...around.env } }),
    /** The XML of the server itself. */
    async xml(path: string, init?: RequestInit): Promise<string> {
      return (await server.call(path, { ...init, headers: { ...init?.headers, Accept: 'application/xml' } })).text;
    },
  };
}

import test from 'ava';
import { type Server, type ServerSetup, startServer } from './server.js';

/**
 * Returns the server of the tests of a file, which is there before the first of them, and closes after the last.
 *
 * @param prepare fills it before the tests
 */
export function sharedServer(setup?: ServerSetup, prepare?: (server: Server) => unknown): Server {
  const server = {} as Server;
  test.before(async () => {
    Object.assign(server, await startServer(setup));
    await prepare?.(server);
  });
  test.after.always(() => server.close?.());
  return server;
}

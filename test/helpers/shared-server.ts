import test from 'ava';
import { type Server, type ServerSetup, startServer } from './server.js';

/**
 * Returns a function that returns the server of the tests of a file, which change nothing of it: the first of them starts it,
 * and it closes after the last.
 */
export function sharedServer(setup?: ServerSetup): () => Promise<Server> {
  let server: Promise<Server> | undefined;
  test.after.always(async () => void (await (await server)?.close()));
  return () => {
    server ??= startServer(setup);
    return server;
  };
}

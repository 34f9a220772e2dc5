/** The source of a module by which a service that is to stop waits for an answer of its database first. */
export const WAITS = `import net from 'node:net';
  import { createRequire } from 'node:module';
  const database = process.argv[process.argv.indexOf('--database') + 1];
  process.prependListener('SIGTERM', () => {
    if (!database.startsWith('postgres')) {
      const { DatabaseSync } = createRequire(process.argv[1])('@photostructure/sqlite');
      return new DatabaseSync(database).exec('pragma busy_timeout = 30000; begin immediate');
    }
    const { exit } = process;
    process.exit = () => {};
    const { hostname, port } = new URL(database);
    // PostgreSQL answers a request for TLS with one byte.
    const socket = net.connect(port, hostname, () => socket.write(Buffer.from('0000000804d2162f', 'hex')));
    socket.once('data', () => {
      socket.destroy();
      process.exit = exit;
    });
  });`;

/** Returns the variables with which a program loads a module first, which plants a fault in it: its source, where there is one. */
export function withModule(source: string | undefined): Record<string, string> {
  if (source === undefined) return {};
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(source)}"` };
}

import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { Scope } from '../../test/helpers/scope.js';
import { startStoppingProxy } from '../../test/helpers/stopping-proxy.js';

/** A database that can be made to stand still. */
export interface Freezable {
  /** The value of `--database`. */
  address: string;
  /** Lets it stand still until the end of its scope: at once, or on PostgreSQL from the first bytes to it that have a text. */
  freeze(text?: string): void;
  /** Resolves when it stands still. */
  frozen: Promise<void>;
}

/** Returns another address of a database: PostgreSQL behind a proxy that stops forwarding, or a file that somebody locks. */
export async function freezable(scope: Scope, database: string): Promise<Freezable> {
  if (database.startsWith('postgres')) {
    const address = new URL(database);
    const proxy = await startStoppingProxy(scope, { host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    return { address: address.href, freeze: proxy.stopForwarding, frozen: proxy.stopped };
  }
  let onFrozen = () => {};
  const frozen = new Promise<void>((resolve) => {
    onFrozen = resolve;
  });
  return {
    ...{ address: database, frozen },
    freeze() {
      const other = new DatabaseSync(database);
      scope.teardown(() => other.close());
      other.exec('pragma busy_timeout = 5000; begin immediate');
      onFrozen();
    },
  };
}

import { DatabaseSync } from '@photostructure/sqlite';
import type { Home } from './demo-world.js';

/** What an example needs before it can run, or how it ends, where that is not as usual. */
export interface Fixture {
  /** A line of the shell that comes first. */
  before?: string;
  /** What no line of the shell can do. */
  prepare?: (home: Home) => void;
  /** The exit code that the help documents; 0 unless given. */
  code?: number;
}

/** By the example as it stands in the help. */
export const fixtures: Record<string, Fixture> = {
  'svcapi client revoke trade-console': { before: 'svcapi client create trade-console' },
  'svcapi blacklist remove 192.0.2.7': { before: 'svcapi blacklist add 192.0.2.7' },
  'svcapi token revoke 3f2a90c1b4d7': { prepare: renameToken('3f2a90c1b4d7') },
  'svcapi logout': { before: 'svcapi login < token.txt' },
  'svcapi logout --profile demo': { before: 'svcapi login --profile demo < token.txt' },
};

/** Gives a token of the demo galaxy the id that an example revokes. */
function renameToken(id: string): (home: Home) => void {
  return ({ database: path }) => {
    const database = new DatabaseSync(path);
    database.prepare('update tokens set id = ? where rowid = (select min(rowid) from tokens)').run(id);
    database.close();
  };
}

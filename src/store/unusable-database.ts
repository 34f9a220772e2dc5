/** A database that this program cannot open: what is wrong with it, and what to do. */
export class UnusableDatabase extends Error {
  readonly problem: string;
  readonly next: string;

  constructor(problem: string, next: string, cause?: unknown) {
    super(`${problem}; ${next}`, { cause });
    this.name = 'UnusableDatabase';
    this.problem = problem;
    this.next = next;
  }
}

/** A database file in whose place another one is by now, such as after a restore: it never comes back. */
export class ReplacedDatabase extends UnusableDatabase {}

/** Returns the error for an import whose turn does not come in time. */
export function importTakesTooLong(cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(
    'another import has used the database for too long',
    'end it, then run this command again',
    cause,
  );
}

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

/** Another file has replaced the database, as after a restore: the old one never comes back. */
export class ReplacedDatabase extends UnusableDatabase {}

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

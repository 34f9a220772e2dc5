/** A database that cannot be opened by this program: the message says why and what to do. */
export class UnusableDatabase extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnusableDatabase';
  }
}

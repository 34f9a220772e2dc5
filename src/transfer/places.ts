/** The numbers that are left for the lines of a file, or of a pipe that is open for years. */
const LINES = 2 ** 36;

/** The places of records in several files: each is one number, in the order of reading. */
export class Places {
  readonly #sources: readonly { name: string }[];

  constructor(sources: readonly { name: string }[]) {
    this.#sources = sources;
  }

  /** Returns the number of a line of a file. */
  at(source: number, line: number): number {
    return source * LINES + line;
  }

  find(at: number): { source: string; line: number } {
    return { source: this.#sources[Math.floor(at / LINES)]?.name ?? '', line: at % LINES };
  }

  /** Describes the place of a record; null stands for a row that no file has. */
  describe(at: number | null): string {
    if (at === null) return 'in the database';
    const { source, line } = this.find(at);
    return `${source}, line ${line}`;
  }
}

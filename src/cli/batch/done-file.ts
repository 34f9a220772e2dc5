import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { reasonOf } from '../../system-error.js';
import { CliError, usageError } from '../exit-status.js';
import { flushFolder } from '../replace-file.js';
import { type BatchAction, type BatchRow, contentOf } from './rows.js';

/** -1 stands for unlimited uses. */
export interface Uses {
  before: number;
  after: number;
}

interface DoneRow extends Uses {
  /** Unix seconds. */
  at: number;
}

/** The id of the batch, its action and the address of its service. */
const HEAD = /^batch ([0-9a-f]{32}) (assign|revoke) (\S+)$/;
/** The number of equal rows before a row, its uses before and after, the time, and its content. */
const ROW = /^(\d+) (-?\d+) (-?\d+) (\d+) (\S.*)$/;

/** The record of a batch. Its random id is part of each row’s key: an unrecorded row is applied once within 24 hours. */
export class DoneFile {
  readonly #id: string;
  readonly #rows = new Map<string, DoneRow>();
  #file: FileHandle | undefined;

  private constructor(id = randomBytes(16).toString('hex')) {
    this.#id = id;
  }

  /**
   * Opens or creates a record. Without a path, or to read only, it stays in memory. Skips a line that a crash cut off.
   *
   * @throws {CliError} when it cannot be read or written, or belongs to another batch
   */
  static async open(path: string | undefined, action: BatchAction, url: string, readOnly: boolean): Promise<DoneFile> {
    if (path === undefined) return new DoneFile();
    try {
      const lines = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const [head = '', ...rows] = lines.split('\n');
      const [, id, ofAction, ofUrl] = HEAD.exec(head) ?? [];
      const isOther = id === undefined ? lines.trim() !== '' : ofAction !== action || ofUrl !== url;
      if (isOther) throw usageError(`${path} is not the record of this batch and address; move or delete it`);
      const done = new DoneFile(id);
      // The last piece follows the last line end: it is empty, or a cut-off line that can look like another row.
      for (const row of rows.slice(0, -1)) {
        const [, occurrence, before, after, at, content] = ROW.exec(row) ?? [];
        const uses = { before: Number(before), after: Number(after), at: Number(at) };
        if (content !== undefined) done.#rows.set(`${occurrence} ${content}`, uses);
      }
      if (readOnly) return done;
      done.#file = await open(path, 'a', 0o600);
      const start = id === undefined ? `batch ${done.#id} ${action} ${url}\n` : lines.endsWith('\n') ? '' : '\n';
      await done.#file.appendFile(start);
      await done.#file.datasync();
      await flushFolder(dirname(path));
      return done;
    } catch (error) {
      if (error instanceof CliError) throw error;
      const next = `copy ${basename(path, '.done')} to a folder that you can write to`;
      throw new CliError('other', `the record of the batch, ${path}, cannot be kept: ${reasonOf(error)}; ${next}`);
    }
  }

  keyOf(row: BatchRow): string {
    return `${this.#id}-${contentOf(row).replaceAll(' ', '-')}-${row.occurrence}`;
  }

  find(row: BatchRow): DoneRow | undefined {
    return this.#rows.get(`${row.occurrence} ${contentOf(row)}`);
  }

  /** Resolves once the row is on the disk. */
  async add(row: BatchRow, { before, after, at }: DoneRow): Promise<void> {
    await this.#file?.appendFile(`${row.occurrence} ${before} ${after} ${at} ${contentOf(row)}\n`);
    await this.#file?.datasync();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

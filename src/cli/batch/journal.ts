import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '../../client/unknown-record.js';
import { baseFolder } from '../../settings/folders.js';
import { makeFolder } from '../../store/make-folder.js';
import { reasonOf } from '../../system-error.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { linesOf } from '../input/lines.js';
import { flushFolder } from '../replace-file.js';
import type { BatchRow } from './batch-row.js';

/** The uses of an entity before and after a change; -1 for unlimited ones. */
export interface Uses {
  before: number;
  after: number;
}

/** A row that is done. */
export interface DoneRow extends Uses {
  /** Unix seconds. */
  at: number;
}

/** Returns the path of a batch's journal, in the XDG state folder. */
export function journalPath({ io }: Context, id: string): string {
  return join(baseFolder(io.env, 'XDG_STATE_HOME', '.local/state') ?? io.cwd, 'svcapi', 'batches', `${id}.ndjson`);
}

/**
 * Reads the rows that a server has acknowledged, by their key. A server forgets keys after a day; the journal does not.
 *
 * Unreadable lines are skipped: a crash cut them off. Their rows are sent again with the same key, which is safe.
 */
export async function readJournal(path: string, server: string): Promise<Map<string, DoneRow>> {
  const done = new Map<string, DoneRow>();
  try {
    for await (const line of linesOf(createReadStream(path))) {
      const entry = 'text' in line ? parseJson(line.text) : undefined;
      if (!isRecord(entry) || entry.server !== server || typeof entry.key !== 'string') continue;
      if (typeof entry.before !== 'number' || typeof entry.after !== 'number' || typeof entry.at !== 'number') continue;
      done.set(entry.key, { before: entry.before, after: entry.after, at: entry.at });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return done;
    throw new CliError('other', `the journal of the batch, ${path}, cannot be read: ${reasonOf(error)}`);
  }
  return done;
}

/** A journal that is open for appending. */
export class Journal {
  readonly #file: FileHandle;
  readonly #server: string;

  private constructor(file: FileHandle, server: string) {
    this.#file = file;
    this.#server = server;
  }

  /** @throws {CliError} when it cannot be written, before the first row is sent */
  static async open(path: string, server: string): Promise<Journal> {
    try {
      makeFolder(dirname(path));
      const file = await open(path, 'a+', 0o600);
      await endLine(file);
      await flushFolder(dirname(path));
      return new Journal(file, server);
    } catch (error) {
      throw new CliError(
        'other',
        `the journal of the batch, ${path}, cannot be written: ${reasonOf(error)}; set XDG_STATE_HOME to a folder for it`,
      );
    }
  }

  /** Appends a row. Resolves once it is on the disk. */
  async add(key: string, { line, datacard, entity, uses }: BatchRow, done: DoneRow): Promise<void> {
    const entry = { server: this.#server, key, line, datacard, entity, uses, ...done };
    await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
    await this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Ends a line that a crash cut off, so that the next one is readable. */
async function endLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() !== '\n') await file.appendFile('\n');
}

import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerStore, KeptAnswer } from '../../client/conditional/answer-store.js';
import { isRecord, parseJson } from '../../client/unknown-record.js';
import { replaceFile } from '../replace-file.js';

/** The maximum size of all kept answers, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The least that a file takes on a disk, in bytes. */
const BLOCK = 4096;

const HOUR = 60 * 60 * 1000;

/** The time after which an answer that nobody has asked for is removed, in milliseconds. */
const MAX_AGE = 7 * 24 * HOUR;

/** A file of the folder. */
interface Kept {
  path: string;
  size: number;
  /** When it was last used, in Unix milliseconds. */
  usedAt: number;
}

/** The surroundings of kept answers. */
interface Surroundings {
  folder: string;
  /** Returns the Unix time in milliseconds. */
  now(): number;
  /** Reports why an answer is not kept, or not used. */
  note(line: string): void;
}

/**
 * Keeps answers in a folder, a file each. Several processes can use it at once. Whatever goes wrong, an answer is only not kept: no
 * command fails for that.
 */
export class AnswerFiles implements AnswerStore {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #note: (line: string) => void;
  /** The size of all files in bytes, once they have been counted. */
  #bytes: number | undefined;

  constructor({ folder, now, note }: Surroundings) {
    this.#folder = folder;
    this.#now = now;
    this.#note = note;
  }

  async find(key: string): Promise<KeptAnswer | undefined> {
    const path = this.#pathOf(key);
    try {
      if (this.#bytes === undefined) await this.#tidy(() => MAX_AGE);
      const text = await readFile(path, 'utf8');
      const kept = parse(text);
      if (kept === undefined) this.#note(`The kept answer ${path} is damaged, and not used.`);
      else await this.#markAsUsed(path);
      return kept;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') this.#note(`A kept answer cannot be read: ${message}`);
      return undefined;
    }
  }

  async keep(key: string, answer: KeptAnswer): Promise<void> {
    const content = format(answer);
    try {
      const size = Math.max(BLOCK, Buffer.byteLength(content));
      if (!(await this.#hasRoomFor(size)))
        return this.#note('The answer is not kept: the others take all of the room.');
      const path = this.#pathOf(key);
      await replaceFile(path, (temporary) => writeFile(temporary, content));
      await this.#markAsUsed(path);
    } catch (error) {
      this.#note(`The answer is not kept: ${(error as Error).message}`);
    }
  }

  /** Returns the path of an answer. It is a hash, since the key contains the token. */
  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }

  async #markAsUsed(path: string): Promise<void> {
    const now = this.#now() / 1000;
    await utimes(path, now, now);
  }

  /**
   * Returns true if there is room for another file. What was not used for an hour makes room. What is used more often stays:
   * otherwise a log that is larger than the folder would push out its own pages before they are asked for again.
   */
  async #hasRoomFor(size: number): Promise<boolean> {
    if ((this.#bytes ?? 0) + size > MAX_BYTES) await this.#tidy((bytes) => (bytes + size > MAX_BYTES ? HOUR : MAX_AGE));
    const bytes = (this.#bytes ?? 0) + size;
    if (bytes > MAX_BYTES) return false;
    this.#bytes = bytes;
    return true;
  }

  /**
   * Removes files, those first that have not been used for the longest time, and counts the others.
   *
   * @param maxAge returns the age in milliseconds beyond which the next one is removed, by the size of all files that are left
   */
  async #tidy(maxAge: (bytes: number) => number): Promise<void> {
    const now = this.#now();
    const files = await this.#list();
    this.#bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, usedAt } of files) {
      if (now - usedAt <= maxAge(this.#bytes)) return;
      await rm(path, { force: true });
      this.#bytes -= size;
    }
  }

  /** Lists the files, those first that have not been used for the longest time. */
  async #list(): Promise<Kept[]> {
    const files: Kept[] = [];
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found: Stats | undefined = await lstat(path).catch(() => undefined);
      if (found?.isFile()) files.push({ path, size: Math.max(BLOCK, found.size), usedAt: found.mtimeMs });
    }
    return files.sort((a, b) => a.usedAt - b.usedAt);
  }
}

/** Returns the content of a file: a line about the answer, and its text. */
function format({ etag, type, text }: KeptAnswer): string {
  return `${JSON.stringify({ etag, type, digest: digestOf(etag, type, text) })}\n${text}`;
}

/** Reads the content of a file; returns undefined if it is damaged. */
function parse(content: string): KeptAnswer | undefined {
  const end = content.indexOf('\n');
  const head = end < 0 ? undefined : parseJson(content.slice(0, end));
  if (!isRecord(head)) return undefined;
  const { etag, type, digest } = head;
  if (typeof etag !== 'string' || typeof type !== 'string') return undefined;
  const text = content.slice(end + 1);
  return digest === digestOf(etag, type, text) ? { etag, type, text } : undefined;
}

function digestOf(etag: string, type: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([etag, type]))
    .update(text)
    .digest('hex');
}

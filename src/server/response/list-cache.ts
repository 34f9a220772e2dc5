import { isLoopback } from '../../domain/url.js';
import { KeptReads } from '../../store/kept-reads.js';
import type { Store } from '../../store/store.js';

export type KeepList = ReturnType<typeof listKeeper>;

/** Returns a function that keeps long lists until stored data changes. Only SQLite reports changes: other databases cache nothing. */
export function listKeeper({ changes }: Pick<Store, 'changes'>, publicUrl: string | undefined) {
  // A character takes one or two bytes.
  const sizeCalculation = (text: string, key: string) => 2 * (text.length + key.length);
  const texts = changes && new KeptReads<string>(changes, { max: 1000, maxSize: 16 * 1024 * 1024, sizeCalculation });
  // Strangers choose other origins, by the Host field of a request.
  const isOwn = (origin: string) => origin === publicUrl || isLoopback(new URL(origin).hostname);
  /** @param key everything that a list depends on, except the stored data; queries are parsed, so that spellings do not matter */
  return async (key: { origin: string; [part: string]: unknown }, write: () => Promise<string>) =>
    texts && isOwn(key.origin) ? texts.get(JSON.stringify(key), write) : write();
}

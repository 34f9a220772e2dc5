import type { AnswerStore } from '../../client/conditional/answer-store.js';
import type { Context } from '../context.js';

/** The place where the answers of a command are kept: for later runs, or for as long as it runs. */
export type Keeping = 'on disk' | 'in memory';

/** The maximum size of the answers in memory, in bytes: a command asks for one list again and again. */
const IN_MEMORY = 16 * 1024 * 1024;

/**
 * Returns the store of the answers of a command; undefined if they cannot be kept, which is no error.
 *
 * @param traces report why answers cannot be kept
 */
export async function chooseStore(
  context: Context,
  keeping: Keeping,
  traces: boolean,
): Promise<AnswerStore | undefined> {
  if (keeping === 'in memory') {
    const { MemoryStore } = await import('../../client/conditional/memory-store.js');
    return new MemoryStore(IN_MEMORY);
  }
  const [{ AnswerFiles }, { openAnswerFolder }] = await Promise.all([
    import('./answer-files.js'),
    import('./answer-folder.js'),
  ]);
  const note = (line: string) => {
    if (traces) context.info(`* ${line}`);
  };
  try {
    return new AnswerFiles({ folder: openAnswerFolder(context), now: () => context.io.now(), note });
  } catch (error) {
    note(`No answers are kept: ${(error as Error).message}`);
    return undefined;
  }
}

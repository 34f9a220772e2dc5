import { on } from 'node:events';
import type { Context } from '../context.js';
import { interruptible } from '../interrupt.js';
import { sanitize } from '../output/sanitize.js';

/** Prompts for a line. `state` is the state after an interruption. @throws {CliError} on an interruption */
export async function promptLine(context: Context, question: string, state: string): Promise<string> {
  let typed = '';
  await readTyped(context, question, state, (key) => {
    typed += key;
    return key === '\n';
  });
  return typed;
}

export async function promptHidden(context: Context, question: string, state: string): Promise<string> {
  const { io } = context;
  let typed = '';
  io.stdin.setRawMode?.(true);
  try {
    await readTyped(context, question, state, (key) => {
      if (key === '\r' || key === '\n' || key === '\u0004') return true;
      // In raw mode, the terminal sends Ctrl-C as a character.
      if (key === '\u0003') io.interrupt();
      else typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      return false;
    });
    return typed;
  } finally {
    io.stdin.setRawMode?.(false);
    io.stderr.write('\n');
  }
}

async function readTyped(
  context: Context,
  question: string,
  state: string,
  take: (key: string) => boolean,
): Promise<void> {
  const { stdin, stderr } = context.io;
  await interruptible(context, state, async (signal) => {
    // A person who reads the question can interrupt it.
    stderr.write(sanitize(question));
    try {
      for await (const [chunk] of on(stdin, 'data', { signal, close: ['end'] })) {
        for (const key of String(chunk)) if (take(key)) return;
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      stdin.pause();
    }
  });
}

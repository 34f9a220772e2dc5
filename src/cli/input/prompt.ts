import { on } from 'node:events';
import type { Context } from '../context.js';
import { abortOnInterrupt } from '../interrupt.js';

/**
 * Prompts on the terminal without echoing the typed text.
 *
 * @param state the state after an interruption, for its message
 * @throws {CliError} on Ctrl-C and other interruptions
 */
export async function promptHidden(context: Context, question: string, state: string): Promise<string> {
  const { io } = context;
  const { stdin, stderr } = io;
  const interrupt = abortOnInterrupt(context, state);
  stderr.write(question);
  stdin.setRawMode?.(true);
  try {
    let typed = '';
    for await (const [chunk] of on(stdin, 'data', { signal: interrupt.signal, close: ['end'] })) {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n' || key === '\u0004') return typed;
        // In raw mode, the terminal sends Ctrl-C as a character.
        if (key === '\u0003') io.interrupt();
        else typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      }
    }
    return typed;
  } catch (error) {
    throw interrupt.signal.aborted ? interrupt.signal.reason : error;
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
    interrupt.end();
  }
}

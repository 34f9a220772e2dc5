import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';

/**
 * Prompts on the terminal without echoing the typed text.
 *
 * @throws {CliError} on Ctrl-C
 */
export async function promptHidden({ io }: Context, question: string): Promise<string> {
  const { stdin, stderr } = io;
  stderr.write(question);
  stdin.setRawMode?.(true);
  try {
    let typed = '';
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n' || key === '\u0004') return typed;
        if (key === '\u0003') throw new CliError('other', 'interrupted; nothing was stored');
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

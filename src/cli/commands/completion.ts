import { Argument } from 'commander';
import { CliCommand } from '../command.js';
import { quote, type Shell, unquote } from '../completion/quoting.js';
import { scripts } from '../completion/scripts.js';
import type { Context } from '../context.js';

const shells = Object.keys(scripts) as Shell[];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('completion', context)
    .description(
      'Prints a script that completes commands, options and values: it asks svcapi each time. Save it where your shell ' +
        'looks for completions, and start a new shell. For zsh, also put fpath=(~/.zfunc $fpath) above compinit in ~/.zshrc.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .example(
      'svcapi completion bash > ~/.local/share/bash-completion/completions/svcapi',
      'for bash, with the package bash-completion',
    )
    .example('svcapi completion zsh > ~/.zfunc/_svcapi', 'for zsh')
    .example('svcapi completion fish > ~/.config/fish/completions/svcapi.fish', 'for fish')
    .example('svcapi completion powershell >> $PROFILE', 'for PowerShell')
    .action(async (shell: Shell) => void (await context.stdout.write(scripts[shell]))) as CliCommand;
}

/** @param createTree creates the commands that the words before the cursor name */
export function completeCommand(
  context: Context,
  createTree: (words: readonly string[]) => Promise<CliCommand>,
): CliCommand {
  return new CliCommand('complete', context)
    .addArgument(new Argument('<shell>').choices(shells))
    .argument('[words...]')
    .action(async (shell: Shell, words: string[]) => {
      const { candidates } = await import('../completion/candidates.js');
      const { text, mark } = unquote(words.at(-1) ?? '', shell);
      const before = words.slice(0, -1).map((word) => (shell === 'fish' ? word : unquote(word, shell).text));
      const { words: found, files } = candidates(await createTree(before), [...before, text]);
      const lines = found.map((word) => quote(word, shell, mark)).filter((word) => word !== undefined);
      await context.stdout.write([...lines, ...(files ? [':files'] : [])].map((line) => `${line}\n`).join(''));
    }) as CliCommand;
}

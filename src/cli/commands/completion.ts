import { Argument } from 'commander';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';

const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

/**
 * Creates `svcapi completion`.
 *
 * @param createTree creates the tree of all commands, which includes this one
 */
export function completionCommand(context: Context, createTree: () => Promise<CliCommand>): CliCommand {
  return new CliCommand('completion', context)
    .summary('print a completion script for your shell')
    .description(
      'Prints a script that completes commands, options and values. Save it where your shell looks for completions, ' +
        'as in the examples, and start a new shell. For zsh, also put fpath=(~/.zfunc $fpath) above compinit in ' +
        '~/.zshrc. Repeat this after an update.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .example(
      'svcapi completion bash > ~/.local/share/bash-completion/completions/svcapi',
      'for bash, with the package bash-completion',
    )
    .example('svcapi completion zsh > ~/.zfunc/_svcapi', 'for zsh')
    .example('svcapi completion fish > ~/.config/fish/completions/svcapi.fish', 'for fish')
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/index.js');
      await context.stdout.write(completionScript(shell, await createTree()));
    }) as CliCommand;
}

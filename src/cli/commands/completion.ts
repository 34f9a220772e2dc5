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
export function completionCommand(context: Context, createTree: () => CliCommand): CliCommand {
  return new CliCommand('completion', context)
    .summary('complete svcapi in your shell')
    .description(
      'Prints a script with which a shell completes commands, options and their values. Put it where the shell looks for ' +
        'such scripts, as the examples do, and begin a new shell. zsh also wants fpath=(~/.zfunc $fpath) in ~/.zshrc, ' +
        'above compinit. Do the same again after an update.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .example(
      'svcapi completion bash > ~/.local/share/bash-completion/completions/svcapi',
      'for bash, with its package bash-completion',
    )
    .example('svcapi completion zsh > ~/.zfunc/_svcapi', 'for zsh')
    .example('svcapi completion fish > ~/.config/fish/completions/svcapi.fish', 'for fish')
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/index.js');
      await context.stdout.write(completionScript(shell, createTree()));
    }) as CliCommand;
}

import type { CliCommand } from '../command.js';
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { describeTree } from './model.js';
import { zshScript } from './zsh.js';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Generates the completion script of a shell for a tree of commands. */
export function completionScript(shell: keyof typeof scripts, program: CliCommand): string {
  return scripts[shell](describeTree(program));
}

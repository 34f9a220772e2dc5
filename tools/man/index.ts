import type { CliCommand } from '../../src/cli/command.js';
import { commandsOf } from '../../src/cli/command-tree.js';
import { type Edition, manPage, pageName } from './man-page.js';

/** The man pages of a tree of commands: the text of each by the name of its file. */
export function manPages(program: CliCommand, edition: Edition): Map<string, string> {
  return new Map(commandsOf(program).map((command) => [`${pageName(command)}.1`, manPage(command, edition)]));
}

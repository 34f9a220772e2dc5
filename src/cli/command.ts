import { Command, type CommanderError } from 'commander';
import type { ExitReason } from '../domain/failure.js';
import type { SettingName } from '../settings.js';
import type { Context } from './context.js';
import { exitStatusText } from './exit-status.js';

/** A command line that can be pasted as it stands, and what it is for. */
export interface Example {
  line: string;
  about: string;
}

/** The parser refused its arguments, or has printed what was asked of it (help, the version) and is done. */
export class ParserStop extends Error {
  readonly command: CliCommand;
  readonly reason: CommanderError;

  constructor(command: CliCommand, reason: CommanderError) {
    super(reason.message);
    this.command = command;
    this.reason = reason;
  }
}

/**
 * A command of the tree that help, man pages and completions are drawn from: one of commander's, which throws instead of
 * ending the process, prints through the context, and knows its examples and exit codes.
 */
export class CliCommand extends Command {
  readonly context: Context;
  readonly examples: Example[] = [];
  /** What the exit codes mean that this command uses in a way of its own. */
  readonly exits = new Map<ExitReason, string>();
  /** The settings that have a flag here, by which it is given and where the parser keeps it. */
  readonly settingFlags = new Map<SettingName, { flag: string; attribute: string }>();
  /** The names of what it prints, which `--json` can select from. */
  fields: readonly string[] = [];

  constructor(name: string, context: Context) {
    super(name);
    this.context = context;
    this.exitOverride((reason) => {
      throw new ParserStop(this, reason);
    });
    this.configureOutput({
      writeOut: (text) => void context.stdout.write(text).catch(() => {}),
      writeErr: (text) => void context.io.stderr.write(text),
      // The message travels in the error, and is printed in one place with all others.
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(context.io.stdout),
      getErrHelpWidth: () => helpWidth(context.io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
    this.configureHelp({ showGlobalOptions: true });
    this.helpOption('-h, --help', 'show this help');
    this.addHelpText('after', () => [exitStatusText(this.exits), this.#examplesText()].join('').trimEnd());
  }

  override createCommand(name = ''): CliCommand {
    return new CliCommand(name, this.context);
  }

  /** The whole command, as it is typed: `svcapi token create`. */
  get path(): string {
    return this.parent instanceof CliCommand ? `${this.parent.path} ${this.name()}` : this.name();
  }

  example(line: string, about: string): this {
    this.examples.push({ line, about });
    return this;
  }

  exitStatus(reason: ExitReason, about: string): this {
    this.exits.set(reason, about);
    return this;
  }

  /** Returns the settings that were given by flag, to this command and to those above it. */
  givenSettings(): Map<SettingName, { flag: string; input: unknown }> {
    const given = this.parent instanceof CliCommand ? this.parent.givenSettings() : new Map();
    for (const [name, { flag, attribute }] of this.settingFlags) {
      const input: unknown = this.getOptionValue(attribute);
      if (input !== undefined) given.set(name, { flag, input });
    }
    return given;
  }

  #examplesText(): string {
    if (this.examples.length === 0) return '';
    return `\nExamples:\n${this.examples.map(({ line, about }) => `  # ${about}\n  $ ${line}\n`).join('\n')}`;
  }
}

/** Lines longer than this are hard to read, however wide the terminal is. */
function helpWidth(stream: { readonly columns?: number | undefined }): number {
  return Math.min(stream.columns || 100, 100);
}

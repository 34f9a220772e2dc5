import { Command, type CommanderError } from 'commander';
import type { SettingName, Settings } from '../settings/index.js';
import { readSettings } from '../settings/read.js';
import type { Context } from './context.js';
import { type ExitRow, exitRows } from './exit-status.js';
import { inLocale } from './io.js';

export interface Example {
  line: string;
  about: string;
}

/** Ends parsing: the arguments are invalid, or commander has printed the help or the version. */
export class ParserStop extends Error {
  readonly command: CliCommand;
  readonly reason: CommanderError;

  constructor(command: CliCommand, reason: CommanderError) {
    super(reason.message);
    this.command = command;
    this.reason = reason;
  }
}

/** A commander command that throws instead of ending the process, and prints through the context. */
export class CliCommand extends Command {
  readonly context: Context;
  readonly examples: Example[] = [];
  readonly exits = new Map<ExitRow, string>();
  /** The settings with a flag here; `attribute` is commander's name of the value. */
  readonly settingFlags = new Map<SettingName, { flag: string; attribute: string }>();
  fields: readonly string[] = [];
  otherFields: readonly string[] = [];

  constructor(name: string, context: Context) {
    super(name);
    this.context = context;
    this.exitOverride((reason) => {
      throw new ParserStop(this, reason);
    });
    this.configureOutput({
      writeOut: (text) => void context.stdout.write(inLocale(text, context.io.env)).catch(() => {}),
      writeErr: (text) => void context.io.stderr.write(inLocale(text, context.io.env)),
      // The error carries the message, and `main` prints it.
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(context.io.stdout),
      getErrHelpWidth: () => helpWidth(context.io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
    this.configureHelp({ showGlobalOptions: true });
    this.helpOption('-h, --help', 'show this help');
    // svcapi help is a command with suggestions.
    this.helpCommand(false);
    this.addHelpText('after', () => [this.#exitStatusText(), this.#examplesText()].join('').trimEnd());
  }

  override createCommand(name = ''): CliCommand {
    return new CliCommand(name, this.context);
  }

  get path(): string {
    return this.parent instanceof CliCommand ? `${this.parent.path} ${this.name()}` : this.name();
  }

  example(line: string, about: string): this {
    this.examples.push({ line, about });
    return this;
  }

  exitStatus(row: ExitRow, about: string): this {
    this.exits.set(row, about);
    return this;
  }

  /** Reads each setting from its flag, the environment, the config file or the default. @throws {SettingError} */
  async settings<N extends SettingName>(names: readonly N[]): Promise<Pick<Settings, N>> {
    return (await this.settingsWithOrigins(names)).settings;
  }

  settingsWithOrigins<N extends SettingName>(names: readonly N[]) {
    const { env, cwd } = this.context.io;
    return readSettings(names, { flags: this.#givenSettings(), env, cwd });
  }

  #givenSettings(): Map<SettingName, { flag: string; input: unknown }> {
    const given = this.parent instanceof CliCommand ? this.parent.#givenSettings() : new Map();
    for (const [name, { flag, attribute }] of this.settingFlags) {
      const input: unknown = this.getOptionValue(attribute);
      if (input !== undefined) given.set(name, { flag, input });
    }
    return given;
  }

  #exitStatusText(): string {
    const wrap = (text: string, indent: number) =>
      this.createHelp()
        .boxWrap(text, helpWidth(this.context.io.stdout) - indent)
        .replaceAll('\n', `\n${' '.repeat(indent)}`);
    const rows = exitRows(this.exits).map(([codes, about]) => `  ${codes}  ${wrap(about, codes.length + 4)}\n`);
    return rows.length === 0 ? '' : `\nExit status:\n${rows.join('')}`;
  }

  #examplesText(): string {
    if (this.examples.length === 0) return '';
    return `\nExamples:\n${this.examples.map(({ line, about }) => `  # ${about}\n  $ ${line}\n`).join('\n')}`;
  }
}

/** Limits the width on wide terminals: longer lines are hard to read. */
function helpWidth(stream: { readonly columns?: number | undefined }): number {
  return Math.min(stream.columns || 100, 100);
}

import type { Argument, Option } from 'commander';
import { permissionNames } from '../../domain/permission.js';
import { settings } from '../../settings.js';
import type { CliCommand } from '../command.js';
import { ancestorsOf, commandsOf, subcommandsOf } from '../command-tree.js';

/** What a value can be, as far as a shell can help with it. */
export interface Values {
  kind: 'any' | 'file' | 'word' | 'words';
  /** What to choose from: one of them, or with `words` several with commas between. */
  words: readonly string[];
}

/** An option in the eyes of a shell. */
export interface OptionSpec {
  long: string;
  short: string | undefined;
  about: string;
  /** Whether a value follows: never, always, or where the next word is no option. */
  takes: 'nothing' | 'value' | 'maybe';
  placeholder: string;
  values: Values;
}

/** An argument in the eyes of a shell. */
export interface ArgumentSpec {
  name: string;
  variadic: boolean;
  values: Values;
}

/** A command in the eyes of a shell. */
export interface CommandSpec {
  /** As it is typed: `svcapi token create`. */
  path: string;
  subcommands: { name: string; about: string }[];
  /** Its own and those of the commands above it. */
  options: OptionSpec[];
  arguments: ArgumentSpec[];
}

const ANY: Values = { kind: 'any', words: [] };

/** What placeholders stand for, where neither the option nor its setting lists the choices. */
const valuesByPlaceholder: Record<string, Values> = { permission: { kind: 'words', words: permissionNames } };

/** Every command of a tree, the program itself first, in the eyes of a shell. */
export function describeTree(program: CliCommand): CommandSpec[] {
  return [...commandsOf(program).map(describe), helpOf(program)];
}

function describe(command: CliCommand): CommandSpec {
  const help = command.createHelp();
  const options = [command, ...ancestorsOf(command)].flatMap((owner) =>
    help.visibleOptions(owner).map((option) => describeOption(owner, option)),
  );
  return {
    path: command.path,
    subcommands: help
      .visibleCommands(command)
      .map((candidate) => ({ name: candidate.name(), about: help.subcommandDescription(candidate) })),
    options: options.filter(({ long }, index) => options.findIndex((option) => option.long === long) === index),
    arguments: command.registeredArguments.map(describeArgument),
  };
}

/** `svcapi help` takes the name of a command. */
function helpOf(program: CliCommand): CommandSpec {
  const words = subcommandsOf(program).map((command) => command.name());
  return {
    path: `${program.path} help`,
    subcommands: [],
    options: [],
    arguments: [{ name: 'command', variadic: false, values: { kind: 'word', words } }],
  };
}

function describeOption(owner: CliCommand, option: Option): OptionSpec {
  const takes = option.required ? 'value' : option.optional ? 'maybe' : 'nothing';
  const placeholder = /[<[]([^>\]]*)[>\]]/.exec(option.flags)?.[1] ?? '';
  return {
    long: option.long ?? option.flags,
    short: option.short,
    about: shorten(option.description),
    takes,
    placeholder,
    values: takes === 'nothing' ? ANY : optionValues(owner, option, placeholder),
  };
}

/** A shell shows one line: defaults and lists of choices are for the help. */
function shorten(about: string): string {
  return about.replace(/(?:: | \().*$/s, '');
}

function optionValues(owner: CliCommand, option: Option, placeholder: string): Values {
  if (option.long === '--json') return { kind: 'words', words: owner.fields };
  const [setting] = [...owner.settingFlags].find(([, { flag }]) => flag === option.long) ?? [];
  const choices = option.argChoices ?? (setting && settings[setting].type.choices);
  return valuesOf(placeholder, choices);
}

function describeArgument(argument: Argument): ArgumentSpec {
  return {
    name: argument.name(),
    variadic: argument.variadic,
    values: valuesOf(argument.name(), argument.argChoices),
  };
}

function valuesOf(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices) return { kind: 'word', words: choices };
  if (/^files?\b/.test(placeholder)) return { kind: 'file', words: [] };
  return valuesByPlaceholder[placeholder] ?? ANY;
}

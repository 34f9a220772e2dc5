import type { Argument, Option } from 'commander';
import { failures } from '../../domain/failure.js';
import { permissionNames } from '../../domain/permission.js';
import { recordTypes } from '../../model/index.js';
import { groups } from '../../routes/define-path.js';
import { routes } from '../../routes/index.js';
import { nameOf } from '../../sandbox/route-names.js';
import { settings } from '../../settings/index.js';
import { METHODS } from '../api/request-target.js';
import type { CliCommand } from '../command.js';
import { ancestorsOf, commandsOf, subcommandsOf } from '../command-tree.js';

/** The possible values of an option or an argument. */
export interface Values {
  kind: 'any' | 'file' | 'word' | 'words' | 'lines';
  /**
   * The choices: one of them, or for the kind `words` several, separated by commas. For the kind `file`, those beside files. For
   * the kind `lines`, one shell command that prints each choice on a line; it has no single quotes.
   */
  words: readonly string[];
}

/** An option to complete. */
export interface OptionSpec {
  long: string;
  short: string | undefined;
  about: string;
  /** `nothing`: no value; `value`: a required one; `maybe`: an optional one, which cannot start with a dash. */
  takes: 'nothing' | 'value' | 'maybe';
  placeholder: string;
  values: Values;
}

/** An argument to complete. */
export interface ArgumentSpec {
  name: string;
  variadic: boolean;
  values: Values;
}

/** A command to complete. */
export interface CommandSpec {
  /** The full command: `svcapi token create`. */
  path: string;
  subcommands: { name: string; about: string }[];
  /** Its own options and those of its parents. */
  options: OptionSpec[];
  arguments: ArgumentSpec[];
}

const ANY: Values = { kind: 'any', words: [] };

/** Values by placeholder, for options and arguments that do not list their choices. */
const valuesByPlaceholder: Record<string, Values> = {
  permission: { kind: 'words', words: permissionNames },
  code: { kind: 'word', words: Object.keys(failures) },
  method: { kind: 'word', words: METHODS },
  group: { kind: 'word', words: groups },
  status: { kind: 'word', words: [...new Set(Object.values(failures).map(({ status }) => String(status)))].sort() },
  tables: { kind: 'file', words: recordTypes },
  path: {
    kind: 'word',
    words: [...new Set(routes.map(({ path }) => path.path))].filter((path) => !path.includes('{')),
  },
  route: { kind: 'lines', words: [`printf "%s\\n" ${routes.map((route) => `"${nameOf(route)}"`).join(' ')}`] },
  zone: { kind: 'lines', words: ['echo UTC; cut -sf3 /usr/share/zoneinfo/zone.tab | grep /'] },
  profile: { kind: 'lines', words: ['svcapi profile list --output tsv | cut -f1'] },
};

/** Describes every command of a tree for a completion script, the program first. */
export function describeTree(program: CliCommand): CommandSpec[] {
  const all = commandsOf(program).map(describe);
  const isHelp = ({ path }: CommandSpec) => path === `${program.path} help`;
  return [...all.filter((spec) => !isHelp(spec)), ...describeHelp(program)];
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

/** Describes `svcapi help`, whose arguments are the names of a command. */
function describeHelp(program: CliCommand): CommandSpec[] {
  const path = `${program.path} help`;
  return commandsOf(program)
    .filter((command) => command.path !== path)
    .map((command) => ({
      path: command.path.replace(program.path, path),
      subcommands: subcommandsOf(command)
        .filter((candidate) => candidate.path !== path)
        .map((candidate) => ({ name: candidate.name(), about: candidate.summary() })),
      options: [],
      arguments: [],
    }));
}

function describeOption(owner: CliCommand, option: Option): OptionSpec {
  const takes = option.required ? 'value' : option.optional ? 'maybe' : 'nothing';
  const placeholder = /[<[]([^<>[\]]*)[>\]]/.exec(option.flags)?.[1] ?? '';
  return {
    long: option.long ?? option.flags,
    short: option.short,
    about: shorten(option.description),
    takes,
    placeholder,
    values: takes === 'nothing' ? ANY : optionValues(owner, option, placeholder),
  };
}

/** Shortens a description to one line: defaults and lists of choices stay in the help. */
function shorten(about: string): string {
  return about.replace(/(?:: | \().*$/s, '');
}

function optionValues(owner: CliCommand, option: Option, placeholder: string): Values {
  if (option.long === '--json') return { kind: 'words', words: [...new Set([...owner.fields, ...owner.otherFields])] };
  const [setting] = [...owner.settingFlags].find(([, { flag }]) => flag === option.long) ?? [];
  if (setting === 'profile') return valuesOf('profile', undefined);
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
  if (/^\d+(\|\d+)+$/.test(placeholder)) return { kind: 'word', words: placeholder.split('|') };
  return valuesByPlaceholder[placeholder] ?? ANY;
}

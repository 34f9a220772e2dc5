import type { Argument, Option } from 'commander';
import { permissionNames } from '../../domain/permission.js';
import { recordTypes } from '../../model/index.js';
import { routes } from '../../routes/index.js';
import { settings } from '../../settings/index.js';
import type { CliCommand } from '../command.js';
import { ancestorsOf, subcommandsOf } from '../command-tree.js';
import { readCredentials } from '../connection/credentials.js';
import { METHODS } from '../connection/request-target.js';

export interface Offer {
  words: string[];
  files: boolean;
}

interface State {
  command: CliCommand;
  option: Option | undefined;
  count: number;
  isHelp: boolean;
  /** True after `--`. */
  hasEnded: boolean;
}

/** Returns the words that can follow. The last of `words`, which are unquoted, is being typed and may be empty. */
export function candidates(program: CliCommand, words: readonly string[]): Offer {
  const state: State = { command: program, option: undefined, count: 0, isHelp: false, hasEnded: false };
  for (const word of words.slice(0, -1)) advance(state, word);
  const { command, option, count, isHelp, hasEnded } = state;
  // bash makes “=” a separate word.
  const typed = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((each) => each.name());
  if (isHelp) return offer(typed, { words: commands.filter((name) => name !== 'help') });
  const [, flag, value = ''] = /^(--[\w-]+=)(.*)$/s.exec(typed) ?? [];
  const named = flag && optionsOf(command).find(({ long }) => `${long}=` === flag);
  if (named) return offer(value, valuesOf(command, named), flag);
  if (option && (option.required || !typed.startsWith('-'))) return offer(typed, valuesOf(command, option));
  if (!hasEnded && typed.startsWith('-')) {
    return offer(typed, { words: optionsOf(command).flatMap(({ short, long }) => [short ?? '', long ?? '']) });
  }
  const all = command.registeredArguments;
  const argument = count < all.length || all.at(-1)?.variadic ? (all[count] ?? all.at(-1)) : undefined;
  const values = argument ? valuesOf(command, argument) : { words: [] };
  return offer(typed, { ...values, words: [...(count === 0 ? commands : []), ...values.words] });
}

function advance(state: State, word: string): void {
  const { command, option, count, hasEnded } = state;
  if (option && word === '=') return;
  state.option = undefined;
  if (option && (option.required || !word.startsWith('-'))) return;
  if (!hasEnded && word === '--') {
    state.hasEnded = true;
  } else if (!hasEnded && /^-./.test(word)) {
    state.option = optionsOf(command).find((each) => takesNext(each, word));
  } else if (count === 0 && word === 'help') {
    state.isHelp = true;
  } else {
    const next = count === 0 ? subcommandsOf(command).find((each) => each.name() === word) : undefined;
    if (next) state.command = next;
    else state.count++;
  }
}

function optionsOf(command: CliCommand): Option[] {
  return [command, ...ancestorsOf(command)].flatMap((owner) => owner.createHelp().visibleOptions(owner));
}

function takesNext({ short, long, required, optional }: Option, word: string): boolean {
  return (required || optional) && [short, long].includes(word);
}

function offer(typed: string, { words, isList = false, files = false }: Values, flag = ''): Offer {
  const listed = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const last = typed.slice(listed.length);
  const matching = [...new Set(words)].filter((word) => word !== '' && word.startsWith(last));
  return { words: matching.map((word) => flag + listed + word), files };
}

interface Values {
  words: readonly string[];
  isList?: boolean;
  files?: boolean;
}

const byPlaceholder: Record<string, (command: CliCommand) => Values> = {
  permission: () => ({ words: permissionNames, isList: true }),
  method: () => ({ words: METHODS }),
  tables: () => ({ words: recordTypes, files: true }),
  path: () => ({ words: routes.map(({ path }) => path.path).filter((path) => !path.includes('{')) }),
  zone: () => ({ words: ['UTC', ...Intl.supportedValuesOf('timeZone')] }),
  url: ({ context }) => ({ words: [...readCredentials(context, { warns: false }).keys()] }),
};

export function valuesOf(command: CliCommand, given: Option | Argument): Values {
  const isOption = 'flags' in given;
  if (isOption && given.long === '--json') return { words: [...command.fields, ...command.otherFields], isList: true };
  const placeholder = isOption ? (/[<[]([^<>[\]]*)[>\]]/.exec(given.flags)?.[1] ?? '') : given.name();
  const [setting] = [...command.settingFlags].find(([, { flag }]) => isOption && flag === given.long) ?? [];
  const choices = given.argChoices ?? (setting && settings[setting].type.choices);
  if (choices) return { words: choices };
  if (/^files?\b/.test(placeholder)) return { words: [], files: true };
  if (/^\d+(\|\d+)+$/.test(placeholder)) return { words: placeholder.split('|') };
  return byPlaceholder[placeholder]?.(command) ?? { words: [] };
}

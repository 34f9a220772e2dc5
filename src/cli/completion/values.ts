import type { Argument, Option } from 'commander';
import { permissionNames } from '../../domain/permission.js';
import { recordTypes } from '../../model/index.js';
import { routes } from '../../routes/index.js';
import { groups } from '../../routes/path.js';
import { settings } from '../../settings/index.js';
import type { CliCommand } from '../command.js';
import { readCredentials } from '../connection/credentials.js';
import { METHODS } from '../connection/request-target.js';

/** The possible values of an option or an argument. */
export interface Values {
  words: readonly string[];
  /** Several words, separated by commas. */
  isList?: boolean;
  /** Files, too. */
  files?: boolean;
}

/** Values by placeholder, for options and arguments that do not list their choices. */
const byPlaceholder: Record<string, (command: CliCommand) => Values> = {
  permission: () => ({ words: permissionNames, isList: true }),
  method: () => ({ words: METHODS }),
  group: () => ({ words: groups }),
  tables: () => ({ words: recordTypes, files: true }),
  path: () => ({ words: routes.map(({ path }) => path.path).filter((path) => !path.includes('{')) }),
  zone: () => ({ words: ['UTC', ...Intl.supportedValuesOf('timeZone')] }),
  url: ({ context }) => ({ words: [...readCredentials(context, { warns: false }).tokens.keys()] }),
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

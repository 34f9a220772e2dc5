import { join } from 'node:path';
import { database, url } from './address-types.js';
import { serverSettings } from './server-settings.js';
import {
  baseFolder,
  duration,
  type Environment,
  oneOf,
  optional,
  path,
  type Setting,
  SettingError,
  type SettingType,
  setting,
  text,
  toggle,
} from './setting.js';

const { read, ...tokenType } = text('token', 'a token', /^[\x21-\x7e]{1,4096}$/);

const token: SettingType<string> = {
  ...tokenType,
  read: (input, place) => read(typeof input === 'string' ? input.trim() : input, place),
};

const DATABASE = {
  of(env: Environment) {
    const folder = baseFolder(env, 'XDG_DATA_HOME', '.local/share');
    if (folder === undefined)
      throw new SettingError('there is no home folder for the database; set HOME, or name a database with --database');
    return join(folder, 'svcapi', 'svcapi.db');
  },
  shown: '~/.local/share/svcapi/svcapi.db',
};

/** `program` is for all commands, `store` for those that open the database, and `client` for those that call a server. */
const groups = {
  program: {
    config: optional(path('file', 'a path'), 'read settings from this file', { sources: ['flag', 'variable'] }),
  },
  store: {
    database: setting(database, DATABASE, 'the database: a file, or the address of a PostgreSQL database', {
      secret: true,
    }),
  },
  serve: serverSettings,
  client: {
    url: setting(url, 'http://127.0.0.1:8080', 'address of the service'),
    token: optional(token, 'token to send with every call', {
      sources: ['variable'],
      secret: true,
    }),
    tokenFile: optional(path('file', 'a path, or - for standard input', ['-']), 'read the token from this file'),
    timeout: setting(duration(1, 3600), 30, 'how long to wait for an answer'),
    debug: optional(oneOf('what', ['api']), 'show requests and answers with times on standard error, as --debug does', {
      sources: ['variable'],
    }),
    retry: setting(toggle, false, 'after a temporary failure, wait and try again'),
  },
};

export type SettingGroup = keyof typeof groups;

export const settings = { ...groups.program, ...groups.store, ...groups.serve, ...groups.client };

export type SettingName = keyof typeof settings;

export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never;
};

export type NamesOf<G extends SettingGroup> = { [K in G]: keyof (typeof groups)[K] & SettingName }[G];

export function settingsOf<G extends SettingGroup>(group: G): NamesOf<G>[] {
  return Object.keys(groups[group]) as NamesOf<G>[];
}

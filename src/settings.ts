import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { network, origin, redisUrl, url } from './settings/address-types.js';
import { database } from './settings/database-type.js';
import { type Environment, optional, type Setting, type SettingGroup, setting } from './settings/setting.js';
import { duration, either, list, oneOf, path, text, toggle, whole } from './settings/setting-type.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const address = text('address', 'a name or an IP address', /^[\w.:%-]+$/);

const port = whole('port', 0, 65_535);

const name = text('name', 'a name of letters, digits, “.”, “_” and “-”', /^[\w][\w.-]{0,63}$/);

/** The file beside which nothing else says where the database is: in the data folder of the XDG base directories. */
const DATABASE = {
  of: (env: Environment) => join(baseFolder(env, 'XDG_DATA_HOME', '.local/share'), 'svcapi', 'svcapi.db'),
  shown: '~/.local/share/svcapi/svcapi.db',
};

/** A proxy keeps connections to reuse them: the server must not close them first. */
const KEEP_ALIVE = {
  of: (_: Environment, other: (name: string) => unknown) =>
    (other('trustedProxies') as readonly string[]).length > 0 ? 65 : 5,
  shown: '5, behind trusted proxies 65',
};

/** A load balancer needs some moments to learn that nothing more should come here. */
const DRAIN_DELAY = {
  of: (_: Environment, other: (name: string) => unknown) =>
    (other('trustedProxies') as readonly string[]).length > 0 ? 5 : 0,
  shown: '0, behind trusted proxies 5',
};

/** Beside the port of the service, so that several on one machine do not meet. */
const METRICS_PORT = {
  of(_: Environment, other: (name: string) => unknown): number {
    const port = other('port') as number;
    if (port === 0) return 0;
    return port + 1000 <= 65_535 ? port + 1000 : port - 1000;
  },
  shown: 'that of the service and 1000 more',
};

/**
 * Every setting: who uses it, what it can hold, its default and its description.
 *
 * A name has three spellings: `rateLimit` is the flag `--rate-limit`, the variable `SVCAPI_RATE_LIMIT` and the key
 * `rate-limit` of the config file.
 */
export const settings = {
  config: optional('program', path('file', 'a path'), 'read settings from this file', {
    sources: ['flag', 'variable'],
  }),

  database: setting(
    'store',
    database,
    DATABASE,
    'the file that holds the galaxy, or the address of a PostgreSQL database',
    { secret: true },
  ),

  tokenDays: setting('token', whole('days', 1, 3650), 90, 'how many days a new token lasts'),

  host: setting('serve', address, '127.0.0.1', 'listen on this address'),
  port: setting('serve', port, 8080, 'listen on this port; 0 takes any free one'),
  publicUrl: optional('serve', url, 'the address of the service as its users see it'),
  trustedProxies: setting('serve', list(network), [], 'believe these proxies about who calls'),
  rateLimit: setting('serve', whole('calls', 1, 1e9), 600, 'how many calls a caller has in a window, for each route'),
  rateWindow: setting('serve', duration(1, 31 * DAY), HOUR, 'how long a window lasts'),
  rateKeys: setting('serve', whole('number', 1, 1e8), 100_000, 'how many counters of callers are kept in memory'),
  redis: optional(
    'serve',
    redisUrl,
    'count calls in this Redis, together with all instances that use it; the variable hides its password',
    { secret: true },
  ),
  redisPrefix: setting(
    'serve',
    text('prefix', 'up to 64 printable characters without blanks', /^[\x21-\x7e]{1,64}$/),
    'svcapi:',
    'begin the keys in Redis with this; services that share a Redis need one each',
  ),
  blacklistAfter: setting('serve', whole('calls', 1, 1e9), 600, 'blacklist who goes on for so many refused calls'),
  blacklistFor: setting('serve', duration(1, 3650 * DAY), 24 * HOUR, 'how long a caller stays on the blacklist'),
  accessTokenParameter: setting('serve', toggle, false, 'understand a token in the address or a form as well'),
  corsOrigins: setting('serve', list(origin), ['*'], 'web pages of these origins may read the answers'),
  logLevel: setting('serve', oneOf('level', LOG_LEVELS), 'info', 'log from this level on'),
  requestLog: setting('serve', toggle, true, 'log a line for each request; --no-request-log leaves these lines out'),
  metricsHost: setting('serve', address, '127.0.0.1', 'serve /metrics for Prometheus on this address'),
  metricsPort: setting(
    'serve',
    either(port, oneOf('', ['off'])),
    METRICS_PORT,
    'serve /metrics on this port; off for nowhere',
  ),
  databaseConnections: setting('serve', whole('number', 2, 1000), 10, 'how many connections to PostgreSQL are open'),
  maxConnections: setting('serve', whole('number', 1, 1e6), 1000, 'how many connections may be open'),
  maxRequests: setting('serve', whole('number', 1, 1e6), 200, 'how many requests may be in work; others get a 503'),
  keepAliveTimeout: setting('serve', duration(1, HOUR), KEEP_ALIVE, 'how long an idle connection stays open'),
  drainDelay: setting(
    'serve',
    duration(0, HOUR),
    DRAIN_DELAY,
    'how long a stop goes on serving while /readyz says 503',
  ),
  shutdownTimeout: setting('serve', duration(0, HOUR), 10, 'how long a stop waits for requests in work'),

  url: setting('client', url, 'http://127.0.0.1:8080', 'the address of the service'),
  profile: optional('client', name, 'use the address and the token that were stored under this name'),
  token: optional('client', text('token', 'a token', /^[\x21-\x7e]{1,4096}$/), 'the token to call with', {
    sources: ['variable'],
    secret: true,
  }),
  tokenFile: optional(
    'client',
    path('file', 'a path, or - for standard input', ['-']),
    'read the token from this file',
  ),
  timeout: setting('client', duration(1, HOUR), 30, 'how long to wait for an answer'),
  retry: setting('client', toggle, false, 'wait out a rate limit, then go on'),
};

export type SettingName = keyof typeof settings;

/** Everything that can be set, each with its value. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never;
};

/** The names of the settings of some group. */
export type NamesOf<G extends SettingGroup> = {
  [N in SettingName]: (typeof settings)[N]['group'] extends G ? N : never;
}[SettingName];

/** The names of the settings of one group, in their order. */
export function settingsOf<G extends SettingGroup>(group: G): NamesOf<G>[] {
  return (Object.keys(settings) as NamesOf<G>[]).filter((candidate) => settings[candidate].group === group);
}

/** The rest of a group of settings, once its reader has taken out all that it reads: a setting that nothing reads does not compile. */
export type NothingLeft = Readonly<Record<string, never>>;

/** A base directory of the XDG specification, which disregards relative ones. */
export function baseFolder(env: Environment, variable: string, fallback: string): string {
  const folder = env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : join(homeFolder(env), fallback);
}

/** The folder of the user. */
export function homeFolder(env: Environment): string {
  return env.HOME || homedir();
}

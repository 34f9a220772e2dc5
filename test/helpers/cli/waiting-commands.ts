import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a command waits for, at a server that never answers or a standard input that never ends. */
type WaitsFor = 'service' | 'database' | 'input';

/** A command line that works until a signal ends it. */
export interface Waiting {
  /** The path of the command in the tree: `token create`. */
  path: string;
  argv: string[];
  waitsFor: WaitsFor;
  /** The first lines of its standard input. */
  input?: string;
  /** Standard outputs that it takes; all of them by default. */
  outputs?: readonly Output[];
}

/** A kind of standard output. */
export type Output = (typeof outputs)[number];

export const outputs = ['a pipe', 'a file', 'a terminal'] as const;

/** Commands that print what they have at hand, and end. */
export const atOnce = [
  { path: 'help', argv: ['serve'] },
  { path: 'version', argv: [] },
  { path: 'completion', argv: ['bash'] },
  { path: 'openapi', argv: [] },
  { path: 'backup', argv: ['copy.db'] },
];

const service = (path: string, ...rest: string[]): Waiting => ({ path, argv: rest, waitsFor: 'service' });
const database = (path: string, ...rest: string[]): Waiting => ({ path, argv: rest, waitsFor: 'database' });
const input = (path: string, text: string, ...rest: string[]): Waiting => ({
  ...{ path, argv: rest, waitsFor: 'input', input: text },
});

/** Every command of the tree that is not `atOnce`, also with the options by which it works longer. */
export const waiting: Waiting[] = [
  database('serve'),
  input('time', 'Y12D3\n', '-', '--output', 'tsv'),
  service('index'),
  service('permissions'),
  service('ratelimits'),
  service('hello'),
  service('character'),
  service('handle', 'hana-veil'),
  service('credits'),
  service('creditlog'),
  service('creditlog', '--all'),
  service('creditlog', '--plot'),
  service('creditlog', '--follow'),
  service('grants'),
  service('events'),
  service('events', '--since', 'Y25D1'),
  service('events', '--follow'),
  service('event', '39:1'),
  service('entity', '2:1'),
  service('datacards', '20:1'),
  service('datacards', '20:1', '--uses'),
  service('datacard show', '14:1'),
  service('datacard assign', '14:1', '--to', '4:1', '--uses', '1'),
  service('datacard assign', '14:1', '--to', '4:1', '--uses', '1', '--dry-run'),
  service('datacard assign', '--batch', 'rows.csv'),
  service('datacard assign', '--batch', 'rows.csv', '--dry-run'),
  service('datacard revoke', '14:1', '--from', '4:1', '--yes'),
  service('api', '/api/time'),
  service('api', '--paginate', '/character/1:1/creditlog'),
  service('login', '--no-browser'),
  service('login', '--token-file', 'token.txt'),
  service('logout'),
  service('status'),
  database('import', 'galaxy.ndjson'),
  database('import', 'galaxy.ndjson', '--dry-run'),
  database('import', '--follow', '-'),
  input('records-from-csv', `uid,name\n${'1:1,Hana Veil\n'.repeat(9)}`, 'character', '-'),
  database('export'),
  database('export', 'new.ndjson'),
  database('migrate'),
  database('prune', '--events-older-than', '30d', '--yes'),
  database('changes'),
  database('changes', '--follow'),
  database('account invite', 'ann', '--character', '1:1', '--public-url', 'https://example.org'),
  database('account list'),
  database('account change', 'ann', '--add', '1:1'),
  database('account disable', 'ann'),
  database('account enable', 'ann'),
  database('account reset', 'ann', '--public-url', 'https://example.org'),
  database('account rename', 'ann', 'anna'),
  database('account remove', 'ann', '--yes'),
  database('account export', 'ann'),
  database('client create', 'fleet', '--redirect-uri', 'https://example.org/back'),
  database('client change', 'fleet', '--no-pkce'),
  database('client secret', 'fleet'),
  database('client list'),
  database('client revoke', 'fleet', '--yes'),
  database('grant list'),
  database('grant end', '1', '--yes'),
  database('token create', '--client', 'console', '--character', '1:1', '--permission', 'character_auth'),
  database('token list'),
  database('token revoke', '3f2a90c1b4d7', '--yes'),
  database('blacklist list'),
  database('blacklist add', '192.0.2.1'),
  database('blacklist remove', '192.0.2.1', '--yes'),
  database('doctor'),
];

/** Fills the home of a user with the files that the commands name, and a stored token. */
export function fillHome(folder: string, url: string): void {
  mkdirSync(join(folder, '.config/svcapi'), { recursive: true });
  const stored = { token: 'svcapi_other', expiresAt: 4e9, refreshToken: 'svcapi_more' };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write('.config/svcapi/credentials.json', JSON.stringify({ [url]: stored }));
  write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n');
  write('token.txt', 'svcapi_some\n');
  write('galaxy.ndjson', '{"kind":"character","uid":"1:1","name":"Hana Veil"}\n');
}

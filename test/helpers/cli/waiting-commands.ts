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
  { path: 'completion', argv: ['bash'] },
  { path: 'backup', argv: ['copy.db'] },
];

/** Reads command lines, one a line: the command, and behind a bar what it is given. */
const linesOf = (waitsFor: WaitsFor, text: string): Waiting[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))
    .map(([path = '', rest = '']) => ({ path, argv: rest.split(' ').filter(Boolean), waitsFor }));

/** Every command of the tree that is not `atOnce`, also with the options by which it works longer. */
export const waiting: Waiting[] = [
  { path: 'time', argv: ['-', '--output', 'tsv'], waitsFor: 'input', input: 'Y12D3\n' },
  {
    ...{ path: 'records-from-csv', argv: ['character', '-'], waitsFor: 'input' },
    input: `uid,name\n${'1:1,Hana Veil\n'.repeat(9)}`,
  },
  ...linesOf(
    'service',
    `
    index
    permissions
    ratelimits
    hello
    character
    credits
    creditlog
    creditlog | --all
    creditlog | --plot
    creditlog | --follow
    grants
    events
    events | --since Y25D1
    events | --follow
    event | 39:1
    entity | 2:1
    datacards | 20:1
    datacards | 20:1 --uses
    datacard show | 14:1
    datacard assign | 14:1 --to 4:1 --uses 1
    datacard assign | --batch rows.csv
    datacard revoke | 14:1 --from 4:1 --yes
    api | /api/time
    api | --paginate /character/1:1/creditlog
    login | --no-browser
    login | --token-file token.txt
    logout
    status
    `,
  ),
  ...linesOf(
    'database',
    `
    serve
    import | galaxy.ndjson
    import | galaxy.ndjson --dry-run
    import | --follow -
    export
    export | new.ndjson
    migrate
    prune | --events-older-than 30d --yes
    changes
    changes | --follow
    account invite | ann --character 1:1 --public-url https://example.org
    account list
    account change | ann --add 1:1
    account disable | ann
    account enable | ann
    account reset | ann --public-url https://example.org
    account remove | ann --yes
    account export | ann
    client create | fleet --redirect-uri https://example.org/back
    client change | fleet --no-pkce
    client secret | fleet
    client list
    client revoke | fleet --yes
    grant list
    grant end | 1 --yes
    token create | --client console --character 1:1 --permission character_auth
    token list
    token revoke | 3f2a90c1b4d7 --yes
    blacklist list
    blacklist remove | 192.0.2.1
    doctor
    `,
  ),
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

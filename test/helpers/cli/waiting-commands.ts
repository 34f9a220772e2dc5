import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command line that works until a signal ends it, at a server that never answers or a standard input that never ends. */
export interface Waiting {
  /** The path of the command in the tree: `token create`. */
  path: string;
  argv: string[];
  /** The first lines of its standard input. */
  input?: string;
}

/** Commands that print what they have at hand, and end. */
export const atOnce = [
  { path: 'help', argv: ['serve'] },
  { path: 'completion', argv: ['bash'] },
  { path: 'backup', argv: ['copy.db'] },
];

/** Reads command lines, one a line: the command, and behind a bar what it is given. */
const linesOf = (text: string): Waiting[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))
    .map(([path = '', rest = '']) => ({ path, argv: rest.split(' ').filter(Boolean) }));

/** Every command of the tree that is not `atOnce`, also with the options by which it works longer. */
export const waiting: Waiting[] = [
  { path: 'time', argv: ['-', '--output', 'tsv'], input: 'Y12D3\n' },
  {
    ...{ path: 'records-from-csv', argv: ['character', '-'] },
    input: `uid,name\n${'1:1,Hana Veil\n'.repeat(9)}`,
  },
  ...linesOf(`
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
  `),
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

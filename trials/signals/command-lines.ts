import { commandsOf } from '../../src/cli/command-tree.js';
import { wholeTree } from '../../test/helpers/cli/tree.js';

interface Given {
  /** The path of the command in the tree: `token create`. */
  path: string;
  argv: string[];
  /** The beginning of its standard input. */
  input?: string | undefined;
  /** A line that its standard input repeats without an end. */
  repeats?: string;
}

/** A command line that is interrupted. */
export interface CommandLine extends Given {
  /** True if it only ends by itself at a server that answers, or not at all. */
  runsOn: boolean;
  /** True if it ends when nobody reads its output any more, although it would run on. */
  endsWithReader: boolean;
  /** True if it can print JSON. */
  hasJson: boolean;
}

/** Commands that run until somebody ends them, and print on. */
const following: readonly Given[] = [
  { path: 'creditlog', argv: ['--follow', '--after', '0'] },
  { path: 'import', argv: ['--follow', '-'], input: '{"kind":"entity","uid":"4:77","name":"Ember Works"}\n' },
  { path: 'import', argv: ['--follow', '-'], repeats: '{"kind":"entity","uid":"4:77","name":"Ember Works"}\n' },
  { path: 'time', argv: ['-'], repeats: 'Y12D3\n' },
  { path: 'records-from-csv', argv: ['entity', '-'], input: 'uid,name\n', repeats: '4:1,Ember Works\n' },
];

/** Reads command lines: the command, and behind a bar what it is given. */
const linesOf = (text: string): Given[] =>
  text
    .trim()
    .split(/; |\n/)
    .map((line) => line.trim().split(' | '))
    .map(([path = '', rest = '']) => ({ path, argv: rest.split(' ').filter(Boolean) }));

/**
 * Every command of the tree, also with the options by which it works longer: each works until a signal ends it, at a server
 * that never answers or a standard input that never ends. Only the last three print what they have at hand, and end.
 */
const others: readonly Given[] = [
  { path: 'time', argv: ['-', '--output', 'tsv'], input: 'Y12D3\n' },
  { path: 'records-from-csv', argv: ['character', '-'], input: `uid,name\n${'1:1,Hana Veil\n'.repeat(9)}` },
  ...linesOf(`
    index; permissions; ratelimits; hello; character; credits; creditlog; creditlog | --all; creditlog | --plot
    creditlog | --follow; grants; events; events | --since Y25D1; events | --follow; event | 39:1; entity | 2:1
    datacards | 20:1; datacards | 20:1 --uses; datacard show | 14:1; datacard assign | 14:1 --to 4:1 --uses 1
    datacard assign | --batch rows.csv; datacard revoke | 14:1 --from 4:1 --yes
    api | /api/time; api | /character/1:1/creditlog
    login | --no-browser; login | --token-file token.txt; logout; status
    serve; import | galaxy.ndjson; import | galaxy.ndjson --dry-run; import | --follow -
    export; export | new.ndjson; migrate; prune | --events-older-than 30d --yes; changes; changes | --follow
    account invite | ann --character 1:1 --public-url https://example.org; account list
    account change | ann --add 1:1; account disable | ann; account enable | ann
    account reset | ann --public-url https://example.org; account remove | ann --yes; account | ann
    client create | fleet --redirect-uri https://example.org/back; client change | fleet --no-pkce
    client secret | fleet; client list; client revoke | fleet --yes; grant list; grant end | 1 --yes
    token create | --client console --character 1:1 --permission character_auth
    token list; token revoke | 3f2a90c1b4d7 --yes; blacklist list; blacklist remove | 192.0.2.1
    doctor; help | serve; completion | bash; backup | copy.db
  `),
];

export type CommandLines = Awaited<ReturnType<typeof commandLines>>;

/** Returns the command lines that print without an end, and all: every command of the tree is among them. */
export async function commandLines() {
  const tree = commandsOf(await wholeTree());
  const line = (each: Given, endsWithReader: boolean): CommandLine => ({
    ...{ ...each, endsWithReader, runsOn: endsWithReader || runsOn(each) },
    hasJson:
      tree.some(({ path, fields }) => path === `svcapi ${each.path}` && fields.length > 0) &&
      !each.argv.includes('--output'),
  });
  const endless = following.map((each) => line(each, true));
  return { endless, all: [...endless, ...others.map((each) => line(each, false))] };
}

function runsOn({ path, argv, input }: Given): boolean {
  const waits = argv.some((each) => each === '--follow' || each === '--no-browser');
  return path === 'serve' || waits || input !== undefined;
}

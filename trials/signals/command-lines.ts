import { commandsOf } from '../../src/cli/command-tree.js';
import { wholeTree } from '../../test/helpers/cli/tree.js';
import { atOnce, waiting } from '../../test/helpers/cli/waiting-commands.js';

/** A command line that is interrupted. */
export interface CommandLine {
  path: string;
  argv: string[];
  /** The beginning of its standard input. */
  input?: string | undefined;
  /** A line that its standard input repeats without an end. */
  repeats?: string;
  /** True if it only ends by itself at a server that answers, or not at all. */
  runsOn: boolean;
  /** True if it ends when nobody reads its output any more, although it would run on. */
  endsWithReader: boolean;
  /** True if it can print JSON. */
  hasJson: boolean;
}

/** Commands that run until somebody ends them, and print on. */
const following: readonly Pick<CommandLine, 'path' | 'argv' | 'input' | 'repeats'>[] = [
  { path: 'creditlog', argv: ['--follow', '--after', '0'] },
  { path: 'events', argv: ['--follow', '--after', '0'] },
  { path: 'changes', argv: ['--follow', '--after', '0'] },
  { path: 'import', argv: ['--follow', '-'], input: '{"kind":"entity","uid":"4:77","name":"Ember Works"}\n' },
  { path: 'import', argv: ['--follow', '-'], repeats: '{"kind":"entity","uid":"4:77","name":"Ember Works"}\n' },
  { path: 'time', argv: ['-'], repeats: 'Y12D3\n' },
  { path: 'records-from-csv', argv: ['entity', '-'], input: 'uid,name\n', repeats: '4:1,Ember Works\n' },
];

export interface CommandLines {
  /** Those that print without an end. */
  endless: CommandLine[];
  /** These and all others: every command of the tree is among them. */
  all: CommandLine[];
}

export async function commandLines(): Promise<CommandLines> {
  const tree = commandsOf(await wholeTree());
  const line = (each: Omit<CommandLine, 'runsOn' | 'endsWithReader' | 'hasJson'>, endsWithReader: boolean) => ({
    ...{ ...each, endsWithReader, runsOn: endsWithReader || runsOn(each) },
    hasJson:
      tree.some(({ path, fields }) => path === `svcapi ${each.path}` && fields.length > 0) &&
      !each.argv.includes('--output'),
  });
  const endless = following.map((each) => line(each, true));
  return { endless, all: [...endless, ...[...waiting, ...atOnce].map((each) => line(each, false))] };
}

function runsOn({ path, argv, input }: Pick<CommandLine, 'path' | 'argv' | 'input'>): boolean {
  const waits = argv.some((each) => each === '--follow' || each === '--no-browser');
  return path === 'serve' || waits || input !== undefined;
}

import type { InterruptSignal } from '../../src/cli/exit-status.js';
import type { Random } from '../../src/demo/random.js';
import type { CommandLine, CommandLines } from './command-lines.js';
import type { Output } from './destination.js';

/** What happens to a program: a signal, a reader that leaves, or a disk that is full. */
export type Event = InterruptSignal | 'leave' | 'full';

/** A command line, and what happens to it. */
export interface Case {
  line: CommandLine;
  event: Event;
  output: Output;
  /** True at a service that takes calls and never answers. */
  isSilent: boolean;
  /** The part of its usual time after which the event comes. */
  part: number;
  /** Characters of its output after which a reader leaves, if that is earlier. */
  read: number;
}

/** The events, each with the standard outputs on which it happens, in the order of the cases. */
const ways: readonly [event: Event, output: Output][] = [
  ['SIGINT', 'a pipe'],
  ['leave', 'a pipe'],
  ['SIGTERM', 'a file'],
  ['full', 'a full disk'],
  ['SIGHUP', 'a terminal'],
  ['SIGTERM', 'a pipe'],
  ['leave', 'a terminal'],
  ['SIGINT', 'a file'],
  ['leave', 'a pipe'],
  ['SIGTERM', 'a terminal'],
  ['SIGHUP', 'a pipe'],
  ['SIGINT', 'a terminal'],
  ['SIGHUP', 'a file'],
];

/** Returns a case: the command lines take turns, in an order that does not follow that of the events. */
export function caseOf(number: number, random: Random, { all, endless }: CommandLines): Case {
  const [event, output] = ways[number % ways.length] as (typeof ways)[number];
  const isSignal = event !== 'leave' && event !== 'full';
  const lines = !isSignal && random.chance(0.5) ? endless : all;
  const fitting = lines.filter((line) => takes(line, output) && (isSignal || notices(line, event)));
  const line = fitting[(number * 61) % fitting.length] as CommandLine;
  const asJson = line.hasJson && output !== 'a terminal' && random.chance(0.5);
  return {
    ...{ event, output, isSilent: isSignal && random.chance(0.25), part: random.next() * 1.3 },
    line: asJson ? { ...line, argv: [...line.argv, '--json'] } : line,
    read: random.pick([0, 1, 100, 5000, 70_000, 200_000]),
  };
}

function takes({ outputs }: CommandLine, output: Output): boolean {
  return outputs === undefined || (outputs as readonly Output[]).includes(output);
}

/** Reports whether a command ends by itself after the event. */
function notices({ runsOn, endsWithReader, repeats }: CommandLine, event: 'leave' | 'full'): boolean {
  return !runsOn || (event === 'leave' ? endsWithReader : repeats !== undefined);
}

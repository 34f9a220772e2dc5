import { Option } from 'commander';
import { EPOCH } from '../../domain/galactic-time.js';
import { readNumber } from '../../domain/text.js';
import { looksLikeToken } from '../../store/token.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { readTimestamp } from '../input/read-time.js';

/** The options of a command that make a demo galaxy. */
export interface DemoOptions {
  demo?: boolean;
  demoSize?: number;
  /** Unix seconds: the end of the demo galaxy's history. */
  demoNow?: number;
  demoSeed?: number;
  demoToken?: string;
}

const DAY = 86_400;

/** Adds the options that make a demo galaxy. Each of the others implies the first. */
export function addDemoOptions(command: CliCommand): CliCommand {
  const option = (flags: string, description: string, read: (text: string) => unknown) =>
    command.addOption(new Option(flags, description).argParser(read).implies({ demo: true }));
  command.option('--demo', 'load a demo galaxy into an empty database, and print a token for it');
  option('--demo-size <factor>', 'size of the demo galaxy: 1 has 20,000 transactions, 250 has 5 million', readSize);
  option(
    '--demo-now <time>',
    'end of the demo galaxy’s history, such as “Year 27 Day 1”; the present by default',
    (text) => readNow(text, command),
  );
  option('--demo-seed <number>', 'make another demo galaxy: each number has one of its own; 1 by default', readSeed);
  option('--demo-token <token>', 'value of the demo’s token, svcapi_ and 43 letters; random by default', readToken);
  return command;
}

function readSize(text: string): number {
  const size = readNumber(text);
  if (!(size > 0 && size <= 10_000)) throw usageError(`--demo-size is “${text}”; give a number up to 10000`);
  return size;
}

function readNow(text: string, { context }: CliCommand): number {
  const now = readTimestamp(text, context);
  if (now > EPOCH + DAY) return now;
  throw usageError(`--demo-now is “${text}”; give a time after Year 0 Day 2`);
}

function readSeed(text: string): number {
  const seed = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(seed)) throw usageError(`--demo-seed is “${text}”; give a whole number`);
  return seed;
}

function readToken(text: string): string {
  if (looksLikeToken(text)) return text;
  throw usageError('--demo-token is no token; give svcapi_ and 43 letters, digits, “-” or “_” behind it');
}

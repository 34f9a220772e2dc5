import { exitCodes } from '../domain/failure.js';
import { type CliCommand, ParserStop } from './command.js';
import { Context } from './context.js';
import { interruptCode, signalOf } from './exit-status.js';
import { GRACE, type Io, processIo } from './io.js';
import { ClosedPipe } from './output/output.js';
import { createProgram } from './program.js';

export async function run(): Promise<void> {
  const io = processIo();
  const code = await main(process.argv.slice(2), io);
  io.releaseInput?.();
  // Not process.exit(): what is still on its way to a pipe must arrive.
  process.exitCode = code;
  const signal = signalOf(code);
  if (signal === undefined) return;
  // There, a signal ends a process with the code 1.
  if (io.platform === 'win32') return io.exitAfter?.(GRACE, code);
  // Only the signal itself ends a loop of the shell. The code is for the first process of a container, which no signal ends.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

export async function main(argv: readonly string[], io: Io): Promise<number> {
  const context = new Context(io);
  const program = await createProgram(context, argv);
  try {
    await parse(program, argv);
    await context.stdout.end();
  } catch (error) {
    await report(error, context, program.opts<{ debug?: true }>().debug === true);
  }
  return context.interruptedBy ? interruptCode(context.interruptedBy) : exitCodes[context.exit];
}

async function parse(program: CliCommand, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    // The parser has printed the help, or found --version.
    if (!(error instanceof ParserStop && error.reason.exitCode === 0)) throw error;
    if (error.reason.code !== 'commander.version') return;
    const { packageVersion } = await import('../package.js');
    await program.context.stdout.write(`${packageVersion()}\n`);
  }
}

async function report(error: unknown, context: Context, debug: boolean): Promise<void> {
  // Output from before the error comes first, also on a terminal.
  await context.stdout.end(context.interruptedBy && GRACE).catch(() => {});
  if (error instanceof ClosedPipe) return;
  const { explain } = await import('./output/explain-error.js');
  const { message, exit } = explain(error);
  context.exit = exit;
  if (message === undefined) return;
  context.error(message);
  if (debug && error instanceof Error) for (const line of (error.stack ?? '').split('\n')) context.info(line);
}

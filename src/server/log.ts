import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { maskTokens } from '../domain/mask-tokens.js';
import { LogLines } from './log-lines.js';

/**
 * Creates the structured log: one JSON object a line.
 *
 * Errors are written with their name, message and stack only: those of parsers and drivers carry bodies and parameters in
 * other properties. Tokens are masked wherever they stand, since clients also put them into paths.
 */
export function createLog(level: Level | 'silent', destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskTokens },
    },
    destination,
  );
}

/**
 * Returns a function that writes lines beside those of a log, gathered where its destination does that. A line is a JSON object with a
 * line feed, and its tokens are masked.
 */
export function gatheringWriter(log: Logger): (line: string) => void {
  // The types of pino do not know what its symbols name.
  const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, DestinationStream>;
  if (!destination) throw new Error('the log has no destination');
  return destination instanceof LogLines ? (line) => destination.gather(line) : (line) => destination.write(line);
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  return { name: error.name, message: error.message, stack: error.stack };
}

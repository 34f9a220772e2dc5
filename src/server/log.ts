import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { maskTokens } from '../domain/mask-tokens.js';

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

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  return { name: error.name, message: error.message, stack: error.stack };
}

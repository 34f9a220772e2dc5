import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { maskTokens } from '../domain/text.js';

/** A destination of log lines. */
interface LogSink {
  /** @param callback is called when the text is written, or cannot be */
  write(text: string, callback: () => void): unknown;
}

/** Opens the log on a stream: one JSON object a line, or on a terminal one short line for people. */
export async function openLog(level: Level | 'silent', stream: LogSink & { isTTY?: boolean | undefined }) {
  return createLog(level, stream, stream.isTTY ? (await import('./readable-line.js')).readableLine : undefined);
}

/**
 * Creates the log.
 *
 * Errors are written with their name, message and stack only: those of parsers and drivers carry bodies and parameters in
 * other properties. Tokens are masked everywhere, since clients also put them into paths.
 *
 * @param format rewrites each line
 */
export function createLog(level: Level | 'silent', sink: LogSink, format = (line: string) => line): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskTokens },
    },
    boundedLines(sink, format),
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  return { name: error.name, message: error.message, stack: error.stack };
}

/** Maximum characters of lines that wait for the reader of the log. */
const MAX_WAITING = 1024 * 1024;

/** Writes lines, and drops those of a reader that stands still. One line counts them when the reader continues. */
function boundedLines(sink: LogSink, format: (line: string) => string): DestinationStream {
  let waiting = 0;
  let dropped = 0;
  const write = (line: string) => {
    if (waiting + line.length > MAX_WAITING) {
      dropped += 1;
      return;
    }
    waiting += line.length;
    sink.write(format(line), () => {
      waiting -= line.length;
      if (dropped === 0 || waiting > 0) return;
      const msg = 'log lines were dropped: their reader did not keep up';
      const report = { level: 'warn', time: new Date().toISOString(), lines: dropped, msg };
      dropped = 0;
      write(`${JSON.stringify(report)}\n`);
    });
  };
  return { write };
}

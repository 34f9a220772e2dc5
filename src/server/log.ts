import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { maskTokens } from '../domain/text.js';

interface LogSink {
  write(text: string, callback: () => void): unknown;
}

export async function openLog(level: Level | 'silent', stream: LogSink & { isTTY?: boolean | undefined }) {
  return createLog(level, stream, stream.isTTY ? (await import('./readable-line.js')).readableLine : undefined);
}

/** Writes only name, message and stack of errors, whose other properties carry bodies, and masks tokens everywhere. */
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

/** Writes the lines of one turn together. Drops lines while the reader stands still, and counts them in one line afterwards. */
function boundedLines(sink: LogSink, format: (line: string) => string): DestinationStream {
  let batch = '';
  let waiting = 0;
  let dropped = 0;
  const flush = () => {
    const text = batch;
    batch = '';
    sink.write(text, () => {
      waiting -= text.length;
      if (dropped === 0 || waiting > 0) return;
      const msg = 'log lines were dropped: their reader did not keep up';
      const report = { level: 'warn', time: new Date().toISOString(), lines: dropped, msg };
      dropped = 0;
      write(`${JSON.stringify(report)}\n`);
    });
  };
  const write = (line: string) => {
    const text = format(line);
    if (waiting + text.length > MAX_WAITING) {
      dropped += 1;
      return;
    }
    if (batch === '') process.nextTick(flush);
    batch += text;
    waiting += text.length;
  };
  return { write };
}

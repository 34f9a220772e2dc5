import { WrongAnswer } from './errors.js';
import type { OpenAnswer } from './transport/transport.js';

/** A message of a stream, or the time to wait before it is opened again. HTML, section 9.2. */
export interface StreamMessage {
  /** The kind of the message: `message` unless the stream names another. */
  event: string;
  data: string;
  /** The id from which the stream continues behind this message; undefined if it has none. */
  id: string | undefined;
  /** Milliseconds; undefined if the message names none. */
  retry: number | undefined;
}

/**
 * Reads the messages of a stream. Comments are left out.
 *
 * @param maxLength the maximum length of a message, in characters
 * @throws {WrongAnswer} if the answer is not a stream, or a message is too long
 */
export async function* readMessages(answer: OpenAnswer, maxLength: number): AsyncGenerator<StreamMessage> {
  if (!/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? ''))
    throw new WrongAnswer('is not a stream', answer);
  let data: string[] = [];
  let message: Partial<StreamMessage> = {};
  let length = 0;
  for await (const line of linesOf(answer, maxLength)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    length += line.length;
    if (length > maxLength) throw tooLong(answer, maxLength);
    if (line !== '') {
      if (field === 'data') data.push(value);
      else if (field === 'event') message.event = value;
      else if (field === 'id' && !value.includes('\0')) message.id = value;
      else if (field === 'retry' && /^\d{1,9}$/.test(value)) message.retry = Number(value);
      continue;
    }
    const { event = 'message', id, retry } = message;
    if (data.length > 0 || retry !== undefined) yield { event, data: data.join('\n'), id, retry };
    data = [];
    message = {};
    length = 0;
  }
}

function tooLong(answer: OpenAnswer, maxLength: number): WrongAnswer {
  return new WrongAnswer(`has a message of more than ${maxLength} characters`, answer);
}

/** Yields the lines of a body. One that is cut off at the end is left out. */
async function* linesOf(answer: OpenAnswer, maxLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body) {
    rest += decoder.decode(chunk, { stream: true });
    // A line end of two characters can be cut in two.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maxLength) throw tooLong(answer, maxLength);
  }
}

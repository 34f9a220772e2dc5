import { once } from 'node:events';
import net from 'node:net';
import { type ErrorCode, type FailureDefinition, failures } from '../../src/domain/failure.js';
import { answerDeviations } from './document/deviations.js';
import { document } from './document/document.js';
import { type Exchange, readHead } from './document/exchange.js';
import { inTime } from './until.js';

/** An answer as it came over the wire. */
export type RawAnswer = Pick<Exchange, 'status' | 'headers' | 'body'>;

/** A connection on which a test sends what it likes, byte by byte. */
export class RawClient {
  readonly socket: net.Socket;
  /** Kept when the connection is closed, however that came about. */
  readonly closed: Promise<void>;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The number of bytes that answers have been read from. */
  #read = 0;
  #isClosed = false;

  private constructor(socket: net.Socket) {
    this.socket = socket;
    // A server that closes the connection while it is written to makes for errors that are no matter here.
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#pieces.push(chunk);
      this.#length += chunk.length;
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#isClosed = true;
        resolve();
      });
    });
  }

  /** @param url of the server; its path does not matter */
  static async connect(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = net.connect({ host, port: Number(port), noDelay: true });
    const client = new RawClient(socket);
    await Promise.race([once(socket, 'connect'), client.closed]);
    return client;
  }

  /** Every byte that came. */
  get received(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] as Buffer;
  }

  send(bytes: string | Buffer): void {
    if (this.socket.writable) this.socket.write(bytes, 'latin1');
  }

  /** Says that nothing more will be sent. */
  end(bytes: string | Buffer = ''): void {
    this.send(bytes);
    this.socket.end();
  }

  /** The next answer, or nothing where the connection was closed instead; one `toHead` has no body. */
  async answer({ toHead = false } = {}): Promise<RawAnswer | undefined> {
    // A long answer is put together when all of it is there, not with each piece.
    for (let needed = 1; ; ) {
      if (this.#length - this.#read >= needed) {
        const { answer, length } = parseAnswer(this.received.subarray(this.#read), toHead);
        if (answer) {
          this.#read += length;
          check(answer);
          return answer;
        }
        needed = length;
      }
      if (this.#isClosed) return undefined;
      await inTime(Promise.race([once(this.socket, 'data'), this.closed]), 'no answer');
    }
  }

  /** Every answer up to the end of the connection. */
  async answers(options = {}): Promise<RawAnswer[]> {
    await inTime(this.closed, 'the connection is not closed');
    const answers: RawAnswer[] = [];
    for (let answer = await this.answer(options); answer; answer = await this.answer(options)) answers.push(answer);
    return answers;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }
}

/** Sends bytes on a connection of their own, says that this was all, and reads until the server closes. */
export async function exchange(url: string, bytes: string | Buffer, options = {}): Promise<RawAnswer[]> {
  const client = await RawClient.connect(url);
  client.end(bytes);
  return client.answers(options);
}

/** The bytes of a request: `Host` is added unless `host` is null, and `Content-Length` where there is a body. */
export function request(
  line: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
  host: string | null = 'localhost',
): Buffer {
  const content = Buffer.from(body);
  const fields = {
    ...(host !== null && { Host: host }),
    ...(content.length > 0 && { 'Content-Length': String(content.length) }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content]);
}

/** The answer at the front of some bytes, once all of it is there, and the number of bytes that it needs at least. */
function parseAnswer(bytes: Buffer, toHead: boolean): { answer?: RawAnswer; length: number } {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return { length: bytes.length + 1 };
  const { status, headers } = readHead(bytes.subarray(0, end).toString('latin1'));
  const hasBody = !toHead && status >= 200 && status !== 204;
  const start = end + 4;
  const length = start + (hasBody ? Number(headers['content-length']) : 0);
  if (Number.isNaN(length)) throw new Error('An answer with a body needs a Content-Length');
  if (bytes.length < length) return { length };
  return { answer: { status, headers, body: bytes.subarray(start, length).toString() }, length };
}

const ON_EVERY_ANSWER: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'referrer-policy': /^no-referrer$/,
  'x-request-id': /^[A-Za-z0-9._:-]{1,64}$/,
  date: /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
  vary: /Accept/,
  'content-type': /^application\/json; charset=utf-8$/,
};

/** Holds an answer of the API in JSON to docs/wire.md; where no request was read, `document/watch.ts` does not see it. */
function check({ status, headers, body }: RawAnswer): void {
  if (body === '' || !headers['content-type']?.startsWith('application/json')) return;
  const answer = JSON.parse(body);
  // Health checks, OAuth and documents have no envelope.
  if (answer.svcapi === undefined && (status < 400 || 'state' in answer || 'error' in answer)) return;
  const found = Object.entries(ON_EVERY_ANSWER).flatMap(([name, value]) =>
    value.test(headers[name] ?? '') ? [] : [`${name}: ${headers[name]}`],
  );
  const definition: FailureDefinition | undefined = failures[answer.svcapi?.error as ErrorCode];
  if (definition?.closes && headers.connection !== 'close') found.push('it does not close the connection');
  if (status in document['x-outside-of-operations'])
    found.push(...answerDeviations({ method: '', path: '', status, headers, body }));
  if (found.length > 0)
    throw new Error(`an answer departs from its description:\n${found.join('\n')}\n${status} ${body}`);
}

/** Returns the status and the error code of an answer: `404 not_found`. */
export function outcomeOf(answer: RawAnswer | undefined): string {
  if (answer === undefined || answer.status < 400) return String(answer?.status);
  const isJson = answer.headers['content-type']?.startsWith('application/json');
  return isJson ? `${answer.status} ${JSON.parse(answer.body).svcapi?.error ?? ''}` : String(answer.status);
}

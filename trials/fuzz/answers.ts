import { type FailureDefinition, failures } from '../../src/domain/failure.js';
import { answerDeviations, isUndescribed } from '../../test/helpers/document/deviations.js';
import type { FuzzRequest } from './requests.js';

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Splits what came on a connection into answers, without the interim ones.
 *
 * @param methods of the requests, in order: an answer to HEAD has no body
 * @throws {SyntaxError} for bytes that are no answer
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const head = readHead(rest);
    if (head.status < 200) {
      rest = rest.subarray(head.length);
      continue;
    }
    const hasBody = methods[answers.length] !== 'HEAD' && head.status !== 204 && head.status !== 304;
    const { body, length } = hasBody ? readBody(rest.subarray(head.length), head.headers) : { body: '', length: 0 };
    answers.push({ status: head.status, headers: head.headers, body });
    rest = rest.subarray(head.length + length);
  }
  return answers;
}

function readHead(bytes: Buffer) {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...fields] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (!status) throw new SyntaxError(`this is no answer: ${JSON.stringify(bytes.toString('latin1', 0, 60))}`);
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { status, headers, length: end + 4 };
}

function readBody(bytes: Buffer, headers: Record<string, string>): { body: string; length: number } {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes);
  const length = Number(headers['content-length']);
  if (!(length <= bytes.length))
    throw new SyntaxError(`an answer of ${headers['content-length']} bytes has ${bytes.length}`);
  return { body: bytes.toString('utf8', 0, length), length };
}

function readChunks(bytes: Buffer): { body: string; length: number } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, Math.max(end, at)), 16);
    if (Number.isNaN(size) || end + 2 + size + 2 > bytes.length)
      throw new SyntaxError('an answer in chunks ends early');
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks).toString(), length: at };
  }
}

/** Returns what is wrong with the answer to a well-formed request. */
export function judge(request: FuzzRequest, answer: WireAnswer): string[] {
  const { method, path } = request;
  const exchange = { method, path, ...answer };
  const found = isUndescribed(exchange) ? [] : answerDeviations(exchange);
  const wrong = [...faultsOf(answer), ...found];
  return wrong.length === 0 ? [] : [`${method} ${path} was answered with ${answer.status}: ${wrong.join('; ')}`];
}

/** Returns what is wrong with an answer, whatever was asked. */
export function faultsOf({ status, headers, body }: WireAnswer): string[] {
  const found: string[] = [];
  if (headers['x-content-type-options'] !== 'nosniff') found.push('X-Content-Type-Options is missing');
  if (status === 500 && errorOf(body) !== 'invalid_time') found.push(`an undocumented 500: ${body.slice(0, 300)}`);
  if (status > 500 && status !== 503) found.push(`an undocumented ${status}`);
  // The answers of OAuth have no envelope.
  const isEnvelope = headers['content-type']?.startsWith('application/json') && body.includes('"resource":"error"');
  const code = status >= 400 && isEnvelope ? errorOf(body) : undefined;
  const definition: FailureDefinition | undefined = failures[code as keyof typeof failures];
  if (code !== undefined && definition?.status !== status) found.push(`the error code ${code}`);
  return found;
}

function errorOf(body: string): string | undefined {
  return /"error":"(\w+)"/.exec(body)?.[1] ?? /<error>(\w+)<\/error>/.exec(body)?.[1];
}

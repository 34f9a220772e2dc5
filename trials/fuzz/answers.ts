import { type FailureDefinition, failures } from '../../src/domain/failure.js';
import { answerDeviations, isUndescribed } from '../../test/helpers/document/deviations.js';
import { readHead } from '../../test/helpers/document/exchange.js';
import type { RawAnswer } from '../../test/helpers/raw.js';
import type { FuzzRequest } from './requests.js';

/**
 * Splits what came on a connection into answers, without the interim ones.
 *
 * @param methods of the requests, in order: an answer to HEAD has no body
 * @throws for bytes that are no answer
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new SyntaxError(`this is no answer: ${JSON.stringify(rest.toString('latin1', 0, 60))}`);
    const { status, headers } = readHead(rest.toString('latin1', 0, end));
    rest = rest.subarray(end + 4);
    if (status < 200) continue;
    const hasBody = methods[answers.length] !== 'HEAD' && status !== 204 && status !== 304;
    const { body, length } = hasBody ? readBody(rest, headers) : { body: '', length: 0 };
    answers.push({ status, headers, body });
    rest = rest.subarray(length);
  }
  return answers;
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
export function judge(request: FuzzRequest, answer: RawAnswer): string[] {
  const { method, path } = request;
  const exchange = { method, path, ...answer };
  const found = isUndescribed(exchange) ? [] : answerDeviations(exchange);
  const wrong = [...faultsOf(answer), ...found];
  return wrong.length === 0 ? [] : [`${method} ${path} was answered with ${answer.status}: ${wrong.join('; ')}`];
}

/** Returns what is wrong with an answer, whatever was asked. */
export function faultsOf({ status, headers, body }: RawAnswer): string[] {
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

export function errorOf(body: string): string | undefined {
  return /"error":"(\w+)"/.exec(body)?.[1] ?? /<error>(\w+)<\/error>/.exec(body)?.[1];
}

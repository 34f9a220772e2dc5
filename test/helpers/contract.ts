import { type FailureDefinition, failures } from '../../src/domain/failure.js';
import type { RawAnswer } from './raw.js';

const onEveryAnswer: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Returns the deviations of an answer, in JSON or without a body, from docs/wire.md and the headers of every answer. */
export function deviations(answer: RawAnswer): string[] {
  const { status, headers, body } = answer;
  const found = Object.entries(onEveryAnswer)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name}: ${headers[name]}`);
  if (!/^[A-Za-z0-9._:-]{1,64}$/.test(headers['x-request-id'] ?? '')) found.push('no sane X-Request-Id');
  if (!/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(headers.date ?? '')) found.push(`date: ${headers.date}`);
  if (!headers.vary?.includes('Accept')) found.push('no Vary: Accept');
  if (body === '') return found;
  if (headers['content-type'] !== 'application/json; charset=utf-8') found.push(`type ${headers['content-type']}`);
  return [...found, ...(status === 200 ? [] : errorDeviations(answer))];
}

function errorDeviations({ status, headers, body }: RawAnswer): string[] {
  const { version, timestamp, resource, request, svcapi, ...others } = parse(body);
  const { error, error_code, error_message } = (svcapi ?? {}) as Record<string, unknown>;
  const definition: FailureDefinition | undefined = Object.entries(failures).find(([code]) => code === error)?.[1];
  const checks: [string, boolean][] = [
    ['envelope', version === '2.0' && Number.isInteger(timestamp) && typeof request === 'string'],
    ['resource', resource === 'error'],
    ['nothing beside the envelope', Object.keys(others).length === 0],
    ['a documented error code', definition !== undefined && error !== 'internal_error'],
    ['the status of its code', definition?.status === status && error_code === status],
    ['a message', typeof error_message === 'string' && error_message.length > 10],
    ['closes where it should', !definition?.closes || headers.connection === 'close'],
    ['Retry-After', status !== 503 || Number(headers['retry-after']) > 0],
    ['Allow', status !== 405 || headers.allow !== undefined],
    ['WWW-Authenticate', status !== 401 || headers['www-authenticate']?.startsWith('Bearer ') === true],
  ];
  return checks.filter(([, holds]) => !holds).map(([what]) => `${what}: ${status} ${body}`);
}

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** The error code of an answer. */
export function codeOf(answer: RawAnswer | undefined): string | undefined {
  return (parse(answer?.body ?? '').svcapi as { error?: string } | undefined)?.error;
}

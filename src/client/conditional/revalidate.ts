import type { SentRequest } from '../exchange.js';
import type { TransportAnswer } from '../transport/transport.js';
import type { KeptAnswer, MemoryStore } from './memory-store.js';

/**
 * Sends a GET with the ETag of the answer that was kept for the same request. If the service answers that it is still the same
 * (304), returns the kept one with the header fields of the new answer. Keeps the answer otherwise.
 *
 * @throws as `send`
 */
export async function revalidate(
  store: MemoryStore,
  request: SentRequest,
  send: (request: SentRequest) => Promise<TransportAnswer>,
): Promise<TransportAnswer> {
  if (request.method !== 'GET' || isConditional(request)) return send(request);
  const key = keyOf(request);
  const kept = store.find(key);
  if (kept === undefined) return keeping(store, key, await send(request));
  const answer = await send({ ...request, headers: { ...request.headers, 'If-None-Match': kept.etag } });
  return answer.status === 304 ? renewed(kept, answer) : keeping(store, key, answer);
}

/** Returns true if a request has an If-None-Match: a 304 is an answer to it. */
export function isConditional({ headers }: Pick<SentRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'if-none-match');
}

/** Header fields that no answer depends on. */
const WITHOUT_EFFECT = new Set(['user-agent', 'x-request-id']);

/** Returns all that an answer can depend on: its address and the header fields, the token and the format among them. */
function keyOf({ url, target, headers }: SentRequest): string {
  const fields = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name = '']) => !WITHOUT_EFFECT.has(name));
  return JSON.stringify([url.origin + target, fields.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
}

function keeping(store: MemoryStore, key: string, answer: TransportAnswer): TransportAnswer {
  const { etag, 'content-type': type = '', 'cache-control': control = '' } = answer.headers;
  if (answer.status === 200 && etag !== undefined && !/\bno-store\b/i.test(control)) {
    store.keep(key, { etag, type, text: answer.text });
  }
  return answer;
}

function renewed({ type, text }: KeptAnswer, answer: TransportAnswer): TransportAnswer {
  const headers = { 'content-type': type, ...answer.headers };
  return { ...answer, status: 200, headers, text: withTime(text, Date.parse(answer.headers.date ?? '')) };
}

/** The start of an envelope in JSON and in XML, up to its timestamp. */
const UP_TO_TIME = /^(\{"version":"[\w.]*","timestamp":|<\?xml[^>]*\?>\s*<svcapi version="[\w.]*" timestamp=")\d+/;

/**
 * Returns the text of an answer with the time of another call in its envelope.
 *
 * @param time Unix milliseconds; NaN if it is unknown, and the text stays the same
 */
function withTime(text: string, time: number): string {
  if (Number.isNaN(time)) return text;
  return text.replace(UP_TO_TIME, (_, start: string) => start + Math.floor(time / 1000));
}

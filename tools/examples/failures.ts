import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorCode } from '../../src/domain/failure.js';
import type { Example, Examples } from '../../src/openapi/operation.js';
import type { JsonObject } from '../../src/openapi/schemas.js';
import { MAX_BODY } from '../../src/server/request/body.js';
import type { StartOptions } from '../../src/server/start.js';
import { type ExampleRequest, send } from './send.js';

/** A request that fails, and the options of the service that make it fail. */
interface Mishap extends ExampleRequest {
  setup?: Partial<StartOptions>;
}

const assignment = (uses: number) => ({
  method: 'POST',
  path: '/datacard/14:1',
  body: { production_entity_uid: '4:1', uses },
});

/**
 * Requests by the code that they fail with. Failures of no operation have no example, nor have those of a damaged service or
 * of a request that never ends.
 */
const mishaps: Partial<Record<ErrorCode, Mishap>> = {
  invalid_parameter: { path: '/event/1:1' },
  token_missing: { path: '/character', headers: { Authorization: '' } },
  token_invalid: { path: '/character', headers: { Authorization: 'Bearer unknown' } },
  permission_missing: { path: '/event/39:1' },
  not_found: { path: '/datacards/20:999999' },
  not_acceptable: { path: '/api/time', headers: { Accept: 'text/html' } },
  rate_limit_exceeded: { path: '/event/39:1', setup: { rateLimit: 2 } },
  unavailable: { path: '/api/time', setup: { maxRequests: 0 } },
  not_enough_uses: assignment(1_000_000),
  // The key is that of the example of the operation itself.
  idempotency_key_reused: { ...assignment(4), headers: { 'Idempotency-Key': 'postDatacard' } },
  payload_too_large: { method: 'POST', path: '/api/time', body: { cgt: ' '.repeat(MAX_BODY) } },
  uri_too_long: { path: `/api/time?${'x'.repeat(2048)}` },
  unsupported_media_type: {
    method: 'POST',
    path: '/api/time',
    body: 'Year 12 Day 3',
    headers: { 'Content-Type': 'text/plain' },
  },
  header_fields_too_large: {
    path: '/api/time',
    headers: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-Field-${index}`, ''])),
  },
  invalid_time: { method: 'POST', path: '/api/time', body: { cgt: 'Year 12' } },
};

/** The services that the failing requests are sent to. */
export interface Services {
  /** Starts a service with these options and returns its address. Its rate limits are its own. */
  start(setup?: Partial<StartOptions>): Promise<string>;
  /** A token with every permission, and one with hardly any. */
  token: string;
  weakToken: string;
}

/** Records an answer for each error code that can be provoked. */
export async function collectFailures({ start, token, weakToken }: Services): Promise<Examples['failures']> {
  const usual = await start();
  const examples: Partial<Record<ErrorCode, Example>> = { malformed_request: await sendWithoutHost(usual) };
  const codes = Object.entries(mishaps) as [ErrorCode, Mishap][];
  for (const [code, { setup, headers, ...rest }] of codes) {
    const url = setup ? await start(setup) : usual;
    const bearer = code === 'permission_missing' ? weakToken : token;
    const request = { ...rest, headers: { Authorization: `Bearer ${bearer}`, ...headers } };
    // The two calls of the first send are within the limit.
    if (code === 'rate_limit_exceeded') await send(url, request);
    examples[code] = await send(url, request);
  }
  return examples;
}

/** Sends a request without Host, which HTTP/1.1 requires. */
async function sendWithoutHost(url: string): Promise<Example> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${url}/api/time`, { setHost: false, agent: false }, resolve).on('error', reject);
  });
  return { json: JSON.parse(await text(answer)) as JsonObject };
}

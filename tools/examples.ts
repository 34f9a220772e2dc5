import http from 'node:http';
import { text } from 'node:stream/consumers';
import { startOptions } from '../src/cli/host/start-options.js';
import { demoCharacter, demoClient, loadDemo } from '../src/demo/load-demo.js';
import type { ErrorCode } from '../src/domain/failure.js';
import { type Permission, permissionNames } from '../src/domain/permission.js';
import { type Example, type Examples, exampleCall, operationsOf } from '../src/openapi/operation.js';
import type { JsonObject } from '../src/openapi/schemas.js';
import { routes } from '../src/routes/index.js';
import { PREFIX } from '../src/routes/path.js';
import type { Listening } from '../src/server/http/listen.js';
import { createLog } from '../src/server/log.js';
import { MAX_BODY } from '../src/server/request/body.js';
import { type StartOptions, start } from '../src/server/start.js';
import { settingsOf } from '../src/settings/index.js';
import { givenSettings } from '../src/settings/read.js';
import { openSqlite } from '../src/store/sqlite/open.js';
import type { Store } from '../src/store/store.js';

/** A request that is sent once for each format. */
interface ExampleRequest {
  method?: string;
  /** Below the prefix, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: JsonObject | string;
}

const POST_TIME = { method: 'POST', path: '/api/time' };

const assignment = (uses: number) => ({
  method: 'POST',
  path: '/datacard/14:1',
  body: { production_entity_uid: '4:1', uses },
});

/**
 * Requests by the code that they fail with, and the options of the service that make them fail. Failures of no operation have no
 * example, nor have those of a damaged service or of a request that never ends.
 */
const mishaps: Partial<Record<ErrorCode, ExampleRequest & { setup?: Partial<StartOptions> }>> = {
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
  payload_too_large: { ...POST_TIME, body: { cgt: ' '.repeat(MAX_BODY) } },
  uri_too_long: { path: `/api/time?${'x'.repeat(2048)}` },
  unsupported_media_type: { ...POST_TIME, body: 'Year 12 Day 3', headers: { 'Content-Type': 'text/plain' } },
  header_fields_too_large: {
    path: '/api/time',
    headers: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-Field-${index}`, ''])),
  },
  invalid_time: { ...POST_TIME, body: { cgt: 'Year 12' } },
};

/** The time of the examples: Year 25 Day 204, 05:00, as Unix seconds. */
const NOW = 1_718_625_600;

/** A galaxy that is large enough for the examples, and quickly made. */
const GALAXY = { size: 0.01, seed: 1, now: NOW };

const options: StartOptions = {
  ...startOptions(givenSettings(settingsOf('serve'))),
  ...{ port: 0, publicUrl: 'https://galaxy.example.org', requestLog: false, metricsPort: 'off', shutdownTimeout: 0 },
};

/** Records the service's answers on the demo galaxy: one of every operation, and every failure that can be provoked. */
export async function collectExamples(): Promise<Examples> {
  const store = await openSqlite({ path: ':memory:' });
  const started: Listening[] = [];
  /** Starts a service, which counts calls for itself, and returns its URL. */
  const startOne = async (setup: Partial<StartOptions> = {}) => {
    const one = await start(store, createLog('silent', process.stderr), { ...options, ...setup }, () => NOW * 1000);
    started.push(one);
    return one.url + PREFIX;
  };
  try {
    await loadDemo(store, GALAXY);
    const token = await tokenWith(store, permissionNames);
    const url = await startOne();
    const answers: Record<string, Example> = {};
    for (const operation of operationsOf(routes)) {
      const request = exampleCall(operation);
      const key = operation.route.takesIdempotencyKey ? { 'Idempotency-Key': operation.id } : {};
      const answer = await send(url, { ...request, headers: { Authorization: `Bearer ${token}`, ...key } });
      answers[operation.id] = { ...(request.body && { body: request.body }), ...answer };
    }
    const weakToken = await tokenWith(store, ['character_auth']);
    const usual = await startOne();
    const failures: Partial<Record<ErrorCode, Example>> = { malformed_request: await sendWithoutHost(usual) };
    for (const [code, { setup, headers, ...rest }] of Object.entries(mishaps)) {
      const bearer = code === 'permission_missing' ? weakToken : token;
      const request = { ...rest, headers: { Authorization: `Bearer ${bearer}`, ...headers } };
      const url = setup ? await startOne(setup) : usual;
      // The two calls of the first send are within the limit.
      if (code === 'rate_limit_exceeded') await send(url, request);
      failures[code as ErrorCode] = await send(url, request);
    }
    return { answers, failures };
  } finally {
    await Promise.all(started.map((one) => one.close()));
    await store.close();
  }
}

/** Sends a request, once for JSON and once for XML. A change is made once, since both carry its idempotency key. */
async function send(url: string, { method = 'GET', path, headers = {}, body }: ExampleRequest): Promise<Example> {
  const answer = async (accept: string) => {
    const response = await fetch(url + path, {
      method,
      headers: { Accept: accept, ...(typeof body === 'object' && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const [json, xml] = [await answer('application/json'), await answer('application/xml')];
  return { json: JSON.parse(json.text) as JsonObject, ...(xml.type.includes('xml') && { xml: xml.text }) };
}

/** Sends a request without Host, which HTTP/1.1 requires. */
async function sendWithoutHost(url: string): Promise<Example> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${url}/api/time`, { setHost: false, agent: false }, resolve).on('error', reject);
  });
  return { json: JSON.parse(await text(answer)) as JsonObject };
}

async function tokenWith(store: Store, permissions: Permission[]): Promise<string> {
  const owner = { client_id: demoClient.id, character_uid: demoCharacter.uid };
  const grant = { ...owner, permissions, expires_at: NOW + 90 * 24 * 60 * 60 };
  const { token } = await store.transaction((within) => within.tokens.create(grant, NOW));
  return token;
}

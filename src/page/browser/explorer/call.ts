import { encodePathValue } from '../../../domain/path-value.js';
import type { SampleBody, SampleRequest } from '../../code/samples/sample-request.js';
import { root } from '../read-resource.js';
import type { Operation, Parameter } from './openapi.js';
import type { Format } from './values.js';

/** A request before it is sent. */
export interface Call {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: SampleBody | undefined;
  format: Format;
}

/** The values that were filled in for a request. */
export interface Filled {
  /** Returns the value of a parameter, empty where nothing was filled in. */
  value(parameter: Parameter): string;
  /** The text of a JSON body, which takes the place of the fields of the body. */
  json: string | undefined;
  format: Format;
}

/** Makes a request. Whatever is filled in, it stays below the address that this page came from. */
export function makeCall(operation: Operation, { value, json, format }: Filled): Call {
  const given = operation.parameters.map((parameter) => ({ ...parameter, value: value(parameter) }));
  const at = (place: Parameter['place']) => given.filter((each) => each.place === place && each.value !== '');
  const path = at('path').reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, encodePathValue(value)),
    // A part in brackets is left out where its parameter is.
    operation.pattern.replace(/\[([^[\]{]*\{(\w+)\})\]/g, (_, part: string, name: string) =>
      at('path').some((each) => each.name === name) ? part : '',
    ),
  );
  const url = new URL(`.${path}`, root);
  for (const { name, value } of at('query')) url.searchParams.set(name, value);
  const form = at('body').map(({ name, value }) => [name, value] as const);
  return {
    method: operation.method,
    url,
    headers: Object.fromEntries(at('header').map(({ name, value }) => [name, value])),
    body: json !== undefined ? { json } : form.length > 0 ? { form } : undefined,
    format,
  };
}

/** Returns a call as code shows it, with the token in a variable. That of a stream is the call of the list. */
export function toSample({ method, url, headers, body, format }: Call, hasToken: boolean): SampleRequest {
  const accept = format === 'xml' ? [['Accept', 'application/xml'] as const] : [];
  const shown = format === 'xml' ? 'xml' : 'json';
  return { method, url: url.href, hasToken, headers: [...accept, ...Object.entries(headers)], body, format: shown };
}

/**
 * Sends a request to the service, with the token if there is one.
 *
 * @param etag the ETag of the answer that is known already; empty for none
 * @param signal ends the call
 */
export function send(
  { method, url, headers, body, format }: Call,
  token: string,
  etag: string,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method,
    signal,
    headers: {
      Accept: format === 'stream' ? 'text/event-stream' : `application/${format}`,
      ...(etag !== '' && { 'If-None-Match': etag }),
      ...headers,
      ...(body && 'json' in body && { 'Content-Type': 'application/json' }),
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    },
    // Nothing of an account stays on the disk of this device.
    cache: 'no-store',
    credentials: 'omit',
    // A redirect must not carry the token to another place.
    redirect: 'error',
    ...(body && { body: 'json' in body ? body.json : new URLSearchParams(body.form.map((field) => [...field])) }),
  });
}

import { make } from '../element.js';
import type { Call } from './call.js';
import { indentXml } from './indent-xml.js';

/** The header fields that are shown: the rate limit, and the request id that a host needs. */
const SHOWN = [
  'content-type',
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'x-ratelimit-resettime',
  'retry-after',
  'x-request-id',
];

/** Sends a request to the service, with the token if there is one. */
export function send({ method, url, headers, body }: Call, token: string): Promise<Response> {
  return fetch(url, {
    method,
    headers: token === '' ? headers : { ...headers, Authorization: `Bearer ${token}` },
    cache: 'no-store',
    credentials: 'omit',
    // A redirect must not carry the token to another place.
    redirect: 'error',
    ...(body && { body }),
  });
}

/** Returns `200 OK`; HTTP/2 sends no words, so there are two of our own. */
export function statusOf({ status, ok, statusText }: Response): string {
  return `${status} ${statusText || (ok ? 'OK' : 'refused')}`;
}

/** Renders the header fields and the body of an answer. */
export async function renderAnswer(response: Response): Promise<Node[]> {
  const fields = SHOWN.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [make('div', {}, make('dt', {}, name), make('dd', {}, value))];
  });
  const body = indent(await response.text(), response.headers.get('content-type') ?? '');
  return [
    make('dl', { class: 'fields' }, ...fields),
    make(
      'pre',
      { class: 'body', tabindex: '0', role: 'region', 'aria-label': 'Body of the answer' },
      make('code', {}, body),
    ),
  ];
}

function indent(body: string, type: string): string {
  if (type.includes('json')) return JSON.stringify(JSON.parse(body), null, 2);
  return type.includes('xml') ? indentXml(body) : body;
}

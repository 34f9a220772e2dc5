import { indentXml } from '../../code/indent-xml.js';
import { make } from '../element.js';
import { renderBody } from './render-code.js';

/** The header fields that are shown: the rate limit, and the request id that a host needs. */
const SHOWN = [
  'content-type',
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'x-ratelimit-resettime',
  'retry-after',
  'x-request-id',
];

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
    make('dl', { class: 'received' }, ...fields),
    make(
      'pre',
      { class: 'body', tabindex: '0', role: 'region', 'aria-label': 'Body of the answer' },
      make('code', {}, ...body),
    ),
  ];
}

function indent(body: string, type: string): (Node | string)[] {
  if (type.includes('json')) return renderBody(JSON.stringify(JSON.parse(body), null, 2), 'json');
  return type.includes('xml') ? renderBody(indentXml(body), 'xml') : [body];
}

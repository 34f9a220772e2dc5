import { indentXml } from '../../code/indent-xml.js';
import { connectCopy } from '../copy.js';
import { make } from '../element.js';
import { renderBody } from './render-code.js';

/** The header fields that are shown: the version of the payload, the rate limit, and the request id that a host needs. */
const SHOWN = [
  'content-type',
  'etag',
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'x-ratelimit-resettime',
  'retry-after',
  'x-request-id',
];

const LABEL = 'Body of the answer';

function renderCopy(): Node {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': `Copy: ${LABEL}` }, 'Copy');
  connectCopy(button);
  return button;
}

/** Returns `200 OK`; HTTP/2 sends no words, so there are two of our own. */
export function statusOf({ status, ok, statusText }: Response): string {
  if (status === 304) return '304 Not Modified';
  return `${status} ${statusText || (ok ? 'OK' : 'refused')}`;
}

/** The body of an answer. */
export interface Body {
  text: string;
  /** The value of Content-Type. */
  type: string;
}

/** Reads the body of an answer. */
export async function readBody(response: Response): Promise<Body> {
  return { text: await response.text(), type: response.headers.get('content-type') ?? '' };
}

/** Renders the header fields of an answer, and a body. */
export function renderAnswer(response: Response, { text, type }: Body): Node[] {
  const body = make(
    'pre',
    { class: 'body', tabindex: '0', role: 'region', 'aria-label': LABEL },
    make('code', {}, ...indent(text, type)),
  );
  return [renderReceived(response), make('div', { class: 'copyable' }, body, ...(text === '' ? [] : [renderCopy()]))];
}

/** Renders the header fields of an answer. */
export function renderReceived({ headers }: Response): Node {
  const fields = SHOWN.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [make('div', {}, make('dt', {}, name), make('dd', {}, value))];
  });
  return make('dl', { class: 'received' }, ...fields);
}

function indent(body: string, type: string): (Node | string)[] {
  if (type.includes('json')) return renderBody(JSON.stringify(JSON.parse(body), null, 2), 'json');
  return type.includes('xml') ? renderBody(indentXml(body), 'xml') : [body];
}

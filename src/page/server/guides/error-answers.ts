import type { Examples } from '../../../openapi/example.js';
import { PREFIX } from '../../../routes/path.js';
import { indentXml } from '../../code/indent-xml.js';
import { renderChoice } from '../choice.js';
import { renderCode } from '../code.js';
import { html } from '../html.js';
import { type Guide, renderSample } from './guide.js';

/** The codes that programs handle, and what they do then. */
const codes: [status: number, code: string, advice: string][] = [
  [400, 'invalid_parameter', 'Correct what “parameter” names.'],
  [400, 'rate_limit_exceeded', 'Wait “retry_after” seconds.'],
  [401, 'token_invalid', 'Get a new token; “token_missing”: send one.'],
  [401, 'permission_missing', 'Permission denied: ask the player for “required_permission”.'],
  [404, 'not_found', 'It does not exist, or this token may not see it.'],
  [409, 'not_enough_uses', 'Assign fewer uses, or revoke some first.'],
  [503, 'unavailable', 'Retry after “retry_after” seconds.'],
];

/** Explains the shape of errors, and what programs do then. */
export function handleErrors(baseUrl: string, { failures }: Examples): Guide {
  const { json, xml } = failures.token_missing ?? { json: {} };
  const forms = [
    ['json', JSON.stringify(json, null, 2)],
    ['xml', indentXml(xml ?? '')],
  ] as const;
  const choices = forms.map(([id, text]) => ({
    id,
    label: id.toUpperCase(),
    code: renderCode(text, id),
    lines: text.split('\n').length,
  }));
  return {
    id: 'guide-errors',
    title: 'Handle errors',
    prose: html`<p>Look at the HTTP status first: 200 is success, 304 is an answer that you have already. Every error has the same shape, in JSON and in XML. <code>error</code> is a code for programs, which never changes; <code>error_message</code> tells people what to do next.</p>
<ul class="codes">${codes.map(
      ([status, code, advice]) => html`<li>${status} <a href="#error-${code}"><code>${code}</code></a>: ${advice}</li>
`,
    )}</ul>
<p>A GET is safe to retry. A POST or a DELETE is safe to retry if it has an <code>Idempotency-Key</code>: with the same key it is made once. A 500 or a 503 is a fault of the service: give its host the <code>X-Request-Id</code> of the answer, which names the call in the log. <a href="#errors">All error codes</a> are listed below.</p>`,
    samples: html`${renderSample('A call without a token', 'bash', `curl -sS -w '%{http_code}\\n' ${baseUrl}${PREFIX}/character`)}${renderChoice('format', 'guide-errors-format', 'An error', choices)}`,
  };
}

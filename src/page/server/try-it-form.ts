import type { z } from 'zod';
import type { Route } from '../../routes/define-route.js';
import { parameterMetadata } from '../../routes/parameters.js';
import { type Html, html } from './html.js';
import { idOf } from './order.js';
import { PLACES } from './places.js';

/** The part of the name before the dot is the part of the request that holds the value. */
interface Field {
  name: string;
  label: string;
  isRequired?: boolean;
  example?: unknown;
  pattern?: string;
}

const HEADER_TEXT = '[ -~]*';

export function renderTryItForm(route: Route): Html {
  const { method, path, query, body, access, takesIdempotencyKey, stream } = route;
  const call = `${method} ${path.path.replace(/[[\]]/g, '')}`;
  const id = `try-${idOf(route)}`;
  const formats = [['json', 'JSON'], ['xml', 'XML'], ...(stream ? [['stream', 'Live events']] : [])];
  const fields = [
    ...fieldsOf('path', path.params),
    ...fieldsOf('query', query),
    ...fieldsOf('body', body),
    ...(takesIdempotencyKey
      ? [{ name: 'header.Idempotency-Key', label: 'Idempotency-Key', pattern: HEADER_TEXT }]
      : []),
  ];
  return html`<details class="try needs-script"><summary aria-label="Try it: ${call}">Try it</summary>
<form class="trying" data-call="${method} ${path.path}" aria-label="Try it: ${call}" autocomplete="off">
${method !== 'GET' && access !== 'public' && html`<p class="note">This call changes data, and the change stays.</p>`}
${access !== 'public' && renderToken(id)}${fields.map((field) => renderField(id, field))}
<p class="actions"><label for="${id}-format">Answer as</label>
<select id="${id}-format" name="format">${formats.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select>
<button type="submit" class="primary">Send</button>${stream && html` <button type="button" name="stop" hidden>Stop</button>`}
<output class="status"></output></p>
<div class="copyable" hidden><pre class="body" tabindex="0" role="group" aria-label="Answer of ${call}"></pre><button type="button" class="copy" aria-label="Copy: the answer">Copy</button></div>
</form></details>`;
}

function renderToken(id: string): Html {
  return html`<div class="field"><label for="${id}-token">Token</label>
<input id="${id}-token" name="token" type="password" autocomplete="new-password" pattern="${HEADER_TEXT}" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">Paste a token. It is sent to this service only, and not stored.</p>
${PLACES.demo}</div>
`;
}

function renderField(id: string, { name, label, isRequired = false, example, pattern }: Field): Html {
  const [place] = name.split('.');
  return html`<div class="field"><label for="${id}-${label}"><code>${label}</code> ${place}</label>
<input type="text" id="${id}-${label}" name="${name}"${example !== undefined && html` placeholder="${String(example)}"`}${pattern !== undefined && html` pattern="${pattern}"`} spellcheck="false"${isRequired && html` required`}></div>
`;
}

function fieldsOf(place: string, { shape }: z.ZodObject): Field[] {
  return (Object.entries(shape) as [string, z.ZodType][]).map(([name, parameter]) => {
    const isRequired = !parameter.safeParse(undefined).success;
    return { name: `${place}.${name}`, label: name, isRequired, example: parameterMetadata(parameter).example };
  });
}

import type { z } from 'zod';
import { formatCgt, parseCgt } from '../../domain/galactic-time.js';
import type { Route } from '../../routes/define-route.js';
import { parameterMetadata } from '../../routes/parameters.js';
import { renderProse } from './format.js';
import { type Html, html } from './html.js';
import { idOf } from './order.js';

export function renderParameters(route: Route): Html | undefined {
  const { path, query, body, takesIdempotencyKey, alternatives } = route;
  const id = idOf(route);
  const parameters = [
    ...renderSchema(id, path.params, 'path'),
    ...renderSchema(id, query, 'query'),
    ...renderSchema(id, body, 'body'),
    ...(takesIdempotencyKey
      ? [
          html`<div id="${id}--idempotency-key">
<dt><code>Idempotency-Key</code> <span>header, optional</span></dt>
<dd>Makes the call safe to repeat for 24 hours: up to 255 characters of your choice.</dd>
</div>
`,
        ]
      : []),
  ];
  if (parameters.length === 0) return undefined;
  return html`<h5 class="label">Parameters</h5>
<dl class="parameters">
${parameters}</dl>
${alternatives.length > 0 && html`<p class="note">Give exactly one of ${alternatives.map((name, index) => html`${index > 0 && ' and '}<code>${name}</code>`)}.</p>`}`;
}

function renderSchema(id: string, schema: z.ZodObject, place: 'path' | 'query' | 'body'): Html[] {
  return (Object.entries(schema.shape) as [string, z.ZodType][]).map(([name, parameter]) => {
    const { type, description, example } = parameterMetadata(parameter);
    const whenAbsent = parameter.safeParse(undefined);
    return html`<div id="${id}--${name}">
<dt><code>${name}</code> <span>${place}, ${typeName(parameter, type)}, ${whenAbsent.success ? 'optional' : 'required'}</span></dt>
<dd>${renderProse(description)}${typeof whenAbsent.data === 'number' && html` Default: <code>${whenAbsent.data}</code>.`}${example !== undefined && html` Example: <code>${example}</code>`}${name === 'cgt' && cgtExamples}</dd>
</div>
`;
  });
}

function typeName(parameter: z.ZodType, type: string): string {
  return type === 'number' && parameter.safeParse(0.5).success === false ? 'integer' : type;
}

/** One for each rule of the grammar. */
const spellings = ['Y12D3', 'year 12 day 3', 'Y12D3, 5:12', 'Year 12 Day 3, 05:12:14', 'Y0D1'];

const cgtExamples = html`
<table class="spellings">
<thead><tr><th scope="col">Written as</th><th scope="col">Read as</th><th scope="col">Unix seconds</th></tr></thead>
<tbody>
${spellings.map((spelling) => {
  const timestamp = parseCgt(spelling);
  return html`<tr><td><code>${spelling}</code></td><td>${formatCgt(timestamp)}</td><td>${timestamp}</td></tr>
`;
})}</tbody>
</table>`;

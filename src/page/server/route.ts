import type { z } from 'zod';
import type { RateLimit } from '../../domain/rate-limit.js';
import { failuresOf, ofAnyRequest } from '../../openapi/failures.js';
import type { Route } from '../../routes/define-route.js';
import { parameterMetadata } from '../../routes/parameters.js';
import { breakablePath, formatRate } from './format.js';
import { type Html, html } from './html.js';
import { renderShape } from './shape.js';

/** Renders one method of one path: its access, parameters, answer and errors. */
export function renderRoute(route: Route, rate: RateLimit): Html {
  const { path, method, description, access } = route;
  const id = idOf(route);
  return html`<article class="route" id="${id}" aria-labelledby="${id}-title">
<header>
<h4 id="${id}-title"><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${breakablePath(path.path)}</code></h4>
<button type="button" class="try needs-script" data-route="${method} ${fullPath(path.path)}" aria-label="Try it: ${method} ${fullPath(path.path)}">Try it</button>
</header>
<p>${description}.</p>
<ul class="metadata">
<li>${renderAccess(access)}</li>
<li>${path.rateLimited ? html`<a href="#limits">${formatRate(rate)}</a>` : 'Not rate limited'}</li>
${path.aliases?.map((alias) => html`<li>Also at <code>${alias}</code></li>`)}
</ul>
${renderParameters(route)}
${renderAnswer(route)}
${renderStream(route)}${renderFailures(route)}
</article>
`;
}

/** The longest shape, in lines, that is open at first. */
const SHORT = 8;

function renderAnswer({ resource, response }: Route): Html {
  const shape = renderShape(response);
  return html`<details${shape.toString().split('\n').length <= SHORT && html` open`}>
<summary>Answer: <code>${resource}</code></summary>
<pre class="shape"><code>${shape}</code></pre>
</details>`;
}

/** Returns the id of a route in addresses: `get-character-uid-creditlog`. */
function idOf({ method, path }: Route): string {
  const codes = path.path.match(/\w+/g) ?? ['index'];
  return [method.toLowerCase(), ...codes].join('-');
}

/** Returns a path with its optional parts: `/character/{uid}` for `/character[/{uid}]`. */
function fullPath(path: string): string {
  return path.replace(/[[\]]/g, '');
}

function renderAccess(access: Route['access']): Html {
  if (access === 'public') return html`Open to all`;
  if (access === 'token') return html`Needs any token`;
  return html`Needs <a href="#permission-${access}"><code>${access}</code></a>`;
}

function renderStream({ stream }: Route): Html | undefined {
  if (stream === undefined) return undefined;
  return html`<p>With <code>Accept: text/event-stream</code>, each new item of the list is sent as it comes, as a server-sent event: its id is
${stream.id}, and <code>Last-Event-ID</code> continues behind it.</p>
`;
}

function renderParameters({ path, query, body, takesIdempotencyKey }: Route): Html | undefined {
  const key = html`<div>
<dt><code>Idempotency-Key</code> <span>header, optional</span></dt>
<dd>Makes the call safe to repeat for 24 hours: up to 255 characters of your choice.</dd>
</div>
`;
  const parameters = [
    ...renderSchema(path.params, 'path'),
    ...renderSchema(query, 'query'),
    ...renderSchema(body, 'body'),
    ...(takesIdempotencyKey ? [key] : []),
  ];
  if (parameters.length === 0) return undefined;
  return html`<h5>Parameters</h5>
<dl class="parameters">
${parameters}</dl>`;
}

function renderSchema(schema: z.ZodObject, place: 'path' | 'query' | 'body'): Html[] {
  return (Object.entries(schema.shape) as [string, z.ZodType][]).map(([name, parameter]) => {
    const { type, description } = parameterMetadata(parameter);
    const whenAbsent = parameter.safeParse(undefined);
    return html`<div>
<dt><code>${name}</code> <span>${place}, ${type}, ${whenAbsent.success ? 'optional' : 'required'}</span></dt>
<dd>${description}.${typeof whenAbsent.data === 'number' && html` Default: ${whenAbsent.data}.`}</dd>
</div>
`;
  });
}

/** Renders the failures of a route, without those that any request can have. */
function renderFailures(route: Route): Html {
  const codes = failuresOf(route).filter((code) => !ofAnyRequest.includes(code));
  return html`<p class="fails">Fails with ${codes.map((code, index) => html`${index > 0 && ', '}<a href="#error-${code}"><code>${code}</code></a>`)}</p>`;
}

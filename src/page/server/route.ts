import type { Examples } from '../../openapi/operation.js';
import { operationsOf } from '../../openapi/operation.js';
import { commonFailures, failuresOf } from '../../openapi/responses.js';
import { payloadName } from '../../openapi/schemas.js';
import type { Route } from '../../routes/define-route.js';
import { renderFields, type Schemas } from './answer-fields.js';
import type { Target } from './code.js';
import { renderExample, renderSamples } from './example.js';
import { breakablePath } from './format.js';
import { type Html, html } from './html.js';
import { idOf, isOpen } from './order.js';
import { renderParameters } from './parameter-list.js';
import { PLACES } from './places.js';
import { renderTryItForm } from './try-it-form.js';

export interface Surroundings {
  examples: Examples;
  schemas: Schemas;
  /** Links the URLs of examples to routes. */
  target: Target;
}

export function renderRoute(route: Route, surroundings: Surroundings): Html {
  const { path, method, title, description, access } = route;
  const id = idOf(route);
  return html`<article class="route" aria-labelledby="${id}-title" data-operation="${method} ${path.path}" data-id="${id}">
<a class="link-to" href="#${id}" aria-label="Link to ${title}"></a>
<details${isOpen(route) && html` open`}>
<summary class="heading"><h4 id="${id}-title">${title}</h4>
<span class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${breakablePath(path.path)}</code></span>
<span class="does">${description}.</span></summary>
<div class="sides" id="${id}">
<ul class="metadata">
<li>${renderAccess(access)}</li>
<li>${path.rateLimited ? PLACES.rate : 'Not rate limited'}</li>
${path.aliases?.map((alias) => html`<li>Also at <code>${alias}</code></li>`)}
</ul>
${renderSide(route, surroundings)}
<div class="meaning">
${renderParameters(route)}
${renderAnswer(route, surroundings.schemas)}
${renderStream(route)}${renderFailures(route)}
</div>
</div>
</details>
</article>
`;
}

function renderSide(route: Route, { examples, target }: Surroundings): Html {
  const [operation] = operationsOf([route]);
  const example = operation && examples.answers[operation.id];
  return html`<div class="example">
<div class="head"><h5 class="label">Example request</h5></div>
${operation && renderSamples(operation)}
${renderTryItForm(route)}
${example && html`<h5 class="label">Example answer</h5>${renderExample(route, example, target)}`}
</div>`;
}

function renderAnswer(route: Route, schemas: Schemas): Html {
  const { resource } = route;
  const fields = renderFields(schemas.resolve(payloadName(route)), schemas);
  const count = fields.toString().split('<b>').length - 1;
  return html`<details class="answer-fields" id="${idOf(route)}--answer">
<summary>Answer: <code>${resource}</code>, ${count === 1 ? '1 field' : `${count} fields`}</summary>
${fields}
</details>`;
}

function renderAccess(access: Route['access']): Html {
  if (access === 'public') return html`Open to all`;
  if (access === 'token') return html`Needs any token`;
  return html`Needs <a href="#permission-${access}"><code>${access}</code></a>`;
}

function renderStream({ stream }: Route): Html | undefined {
  if (stream === undefined) return undefined;
  return html`<p>With <code>Accept: text/event-stream</code>, each new item of the list is sent at once, as a server-sent event. Its id is
${stream.id}. To resume, send that id as <code>Last-Event-ID</code>.</p>
`;
}

/** The table of errors has those that many routes share. */
function renderFailures(route: Route): Html {
  const own = failuresOf(route).filter((code) => !commonFailures.includes(code));
  return html`<p class="fails">Fails with ${own.map((code) => html`<a href="#error-${code}"><code>${code}</code></a>, `)}or one of the <a href="#errors">common errors</a></p>`;
}

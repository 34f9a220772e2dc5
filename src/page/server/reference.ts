import { z } from 'zod';
import { type ErrorCode, failures } from '../../domain/failure.js';
import { type Permission, permissionNames, permissions } from '../../domain/permission.js';
import { commonFailures, failuresOf } from '../../openapi/responses.js';
import type { Schema } from '../../openapi/schemas.js';
import { answerName } from '../../openapi/schemas.js';
import type { Route } from '../../routes/define-route.js';
import { errorShape } from '../../routes/envelope.js';
import { namedShapes } from '../../routes/index.js';
import { readTime } from '../../routes/time.js';
import { renderFields, type Schemas } from './answer-fields.js';
import { breakablePath, linkTo, renderLines } from './format.js';
import { type Html, html } from './html.js';
import { idOf } from './order.js';

export function readSchemas(schemas: Readonly<Record<string, Schema>>): Schemas {
  const texts = Object.values(schemas).map((schema) => JSON.stringify(schema));
  const uses = (name: string) => texts.filter((text) => text.includes(`/${name}"`)).length;
  // Of alternatives, an answer shows the first itself.
  const isAlternative = (name: string) =>
    texts.some((text) => text.includes(`,{"$ref":"#/components/schemas/${name}"}`));
  const isNamed = (name: string) => name in namedShapes;
  return {
    resolve: (name) => schemas[name] ?? {},
    isNamed,
    isShared: (name) => name === 'Nothing' || (isNamed(name) && (uses(name) > 1 || isAlternative(name))),
  };
}

export function renderShapes(schemas: Schemas): Html {
  return html`<section id="shapes" aria-labelledby="shapes-title">
<h2 id="shapes-title">${linkTo('shapes', 'Shapes')}</h2>
<p>Every answer is in an envelope, such as that of <code>${readTime.resource}</code>. Its <code>svcapi</code> has the answer itself.</p>
${renderFields(withoutAnswer(schemas.resolve(answerName(readTime))), schemas)}
<p>Shapes of several answers:</p>
<div class="shapes">
${Object.keys(namedShapes)
  .filter((name) => name !== 'Nothing' && schemas.isShared(name))
  .map(
    (name) => html`<div id="shape-${name.toLowerCase()}"><h3><code>${name}</code></h3>
${renderFields(schemas.resolve(name), schemas)}</div>
`,
  )}</div>
</section>`;
}

function withoutAnswer(schema: Schema): Schema {
  const { svcapi, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

export function renderPermissions(routes: readonly Route[]): Html {
  return html`<section id="permissions" aria-labelledby="permissions-title">
<h2 id="permissions-title">${linkTo('permissions', 'Permissions')}</h2>
<p>A character grants permissions to a client. A token holds the granted permissions and those that they inherit from. All but <code>faction_datacards_write</code> only read: no app can spend your credits.</p>
<table class="stacked">
<thead><tr><th scope="col">Permission</th><th scope="col">Allows</th><th scope="col">Routes</th></tr></thead>
<tbody>
${permissionNames.map((name) => renderPermission(name, routes))}</tbody>
</table>
</section>`;
}

function renderPermission(name: Permission, routes: readonly Route[]): Html {
  const { description, inherits } = permissions[name];
  return html`<tr id="permission-${name}">
<th scope="row"><code>${name}</code></th>
<td data-summary>${renderLines(description)}${inherits && html`<br>Inherits from <a href="#permission-${inherits}"><code>${inherits}</code></a>.`}</td>
<td>${routes.filter(({ access }) => access === name).map(renderLink)}</td>
</tr>
`;
}

function renderLink(route: Route): Html {
  return html`<a class="block" href="#${idOf(route)}"><code>${route.method} ${breakablePath(route.path.path)}</code></a>`;
}

export function renderErrors(routes: readonly Route[], schemas: Schemas): Html {
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">${linkTo('errors', 'Errors')}</h2>
<p>Every error has one shape. Programs go by the code in <code>error</code>, which never changes; <code>error_message</code> says what to do next.</p>
<details>
<summary>The fields of an error</summary>
${renderFields(z.toJSONSchema(errorShape) as Schema, schemas)}
</details>
<table class="stacked">
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th><th scope="col">Where</th></tr></thead>
<tbody>
${(Object.keys(failures) as ErrorCode[]).map(
  (code) =>
    html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${failures[code].status}</td><td data-summary>${failures[code].message}</td><td>${renderWhere(code, routes)}</td></tr>
`,
)}</tbody>
</table>
</section>`;
}

/** Says where failures come from that many routes share. */
const where: Partial<Record<ErrorCode, string>> = {
  rate_limit_exceeded: 'Rate-limited routes',
  token_missing: 'Routes that need a token',
  token_invalid: 'Routes that need a token',
  permission_missing: 'Routes that need a permission',
  payload_too_large: 'Routes that make a change',
  unsupported_media_type: 'Routes that make a change',
  not_found: 'Routes whose path names something',
};

function renderWhere(code: ErrorCode, routes: readonly Route[]): Html {
  if (where[code] !== undefined) return html`${where[code]}`;
  if (commonFailures.includes(code)) return html`Any route`;
  const failing = routes.filter((route) => failuresOf(route).includes(code));
  return failing.length === 0 ? html`No route` : html`${failing.map(renderLink)}`;
}

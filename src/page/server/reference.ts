import { failures } from '../../domain/failure.js';
import { type Permission, permissionNames, permissions } from '../../domain/permission.js';
import type { Route } from '../../routes/define-route.js';
import { envelope, errorShape } from '../../routes/envelope.js';
import { readTime } from '../../routes/time.js';
import { type Html, html } from './html.js';
import { renderNamedShapes, renderShape } from './shape.js';

/** Renders the shapes that several answers share. */
export function renderShapes(): Html {
  return html`<section id="shapes" aria-labelledby="shapes-title">
<h2 id="shapes-title">Shapes</h2>
<p>Every answer stands in an envelope, such as that of <code>${readTime.resource}</code>:</p>
<pre class="shape"><code>${renderShape(envelope(readTime.resource, readTime.response))}</code></pre>
<p>Shapes that answers name:</p>
${renderNamedShapes().map(
  ({ name, shape }) => html`<h3><code>${name}</code></h3>
<pre class="shape"><code>${shape}</code></pre>
`,
)}</section>`;
}

/** Renders the permissions, what each inherits from, and the routes that need it. */
export function renderPermissions(routes: readonly Route[]): Html {
  return html`<section id="permissions" aria-labelledby="permissions-title">
<h2 id="permissions-title">Permissions</h2>
<p>A character grants permissions to a client. A token holds the granted permissions and those that they inherit from.</p>
<table class="stacked">
<thead><tr><th scope="col">Permission</th><th scope="col">Allows</th><th scope="col">Routes</th></tr></thead>
<tbody>
${permissionNames.map((name) => renderPermission(name, routes))}</tbody>
</table>
</section>`;
}

function renderPermission(name: Permission, routes: readonly Route[]): Html {
  const { description, inherits } = permissions[name];
  // The reference breaks lines in this text as HTML does.
  const [first = '', ...more] = description.split('<br />');
  const needing = routes.filter(({ access }) => access === name);
  return html`<tr id="permission-${name}">
<th scope="row"><code>${name}</code></th>
<td>${first}${more.map((line) => html`<br>${line}`)}${inherits && html`<br>Inherits from <a href="#permission-${inherits}"><code>${inherits}</code></a>.`}</td>
<td>${needing.map(({ method, path }) => html`<code class="block">${method} ${path.path}</code>`)}</td>
</tr>
`;
}

/** Renders the table of errors. */
export function renderErrors(): Html {
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Every error has one shape: <code>error</code> is a code for programs and never changes; <code>error_message</code> says what to do next.</p>
<pre class="shape"><code>${renderShape(errorShape)}</code></pre>
<table class="stacked">
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead>
<tbody>
${Object.entries(failures).map(
  ([
    code,
    { status, message },
  ]) => html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${message}</td></tr>
`,
)}</tbody>
</table>
</section>`;
}

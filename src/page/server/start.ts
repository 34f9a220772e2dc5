import { PREFIX } from '../../routes/path.js';
import { renderCommand } from './code.js';
import { linkTo } from './format.js';
import { type Html, html } from './html.js';
import { BASE_URL, PLACES } from './places.js';

export function renderStart(version: string): Html {
  const root = BASE_URL + PREFIX;
  return html`<section id="start" aria-labelledby="start-title">
<h2 id="start-title">${linkTo('start', 'Start')}</h2>
<div class="steps">
<div><p>All routes are below this base URL:</p>
${renderCommand('the address', root)}</div>
<div><p>This call needs no token. It converts a galactic time:</p>
${renderCommand('the example of a conversion', `curl -d 'cgt=Year 12 Day 3' \\\n  ${root}/api/time`)}</div>
<div><p>Most others need a token. It stands for a character and the permissions that it has granted:</p>
${renderCommand('the example with a token', `curl -H "Authorization: Bearer $TOKEN" \\\n  ${root}/character`)}</div>
<div><p>To sign in, you need an account: the host of this service${PLACES.contact} gives you one. Then <a href="#guide-token">get a token</a>.</p>
<p>The response format is JSON, or XML with <code>Accept: application/xml</code> or <code>?format=xml</code>. Bodies are forms or JSON. Web pages of any origin can call the service from the browser (CORS), unless its host allows only some.</p></div>
</div>
<ul class="links">
<li><a href="openapi.json">openapi.json</a>: OpenAPI (Swagger), to generate a client from</li>
<li><code>npm install ${root}/svcapi-client-${version}.tgz</code>: the client of this service for JavaScript and TypeScript</li>
<li><a href="./">The index of routes</a>, for programs</li>
<li><a href="api/ratelimits">Rate limits</a> and <a href="api/permissions">permissions</a>, as data</li>
</ul>
</section>`;
}

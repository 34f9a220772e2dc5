import type { Route } from '../../routes/define-route.js';
import { guideEntries } from './guides/index.js';
import { searchButton } from './hero.js';
import { type Html, html } from './html.js';
import { groupRoutes, groupTitles, idOf } from './order.js';

/** Renders the contents of the page: the routes by group, then the tools and the tables. The script marks the current entry. */
export function renderContents(routes: readonly Route[]): Html {
  return html`<nav class="contents" aria-label="Contents">
${searchButton}
<ul>
<li><a href="#start">Start</a></li>
<li><a href="#guides">Guides</a><ul>
${guideEntries.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}
</ul></li>
${groupRoutes(routes).map(
  ({ group, members }) => html`<li><a href="#${group.toLowerCase()}">${groupTitles[group]}</a><ul>
${members.map((route) => html`<li><a href="#${idOf(route)}">${route.title}${route.method !== 'GET' && html` <span class="verb ${route.method.toLowerCase()}">${route.method}</span>`}</a></li>`)}
</ul></li>
`,
)}<li><a href="#converter">Converter</a></li>
<li><a href="#limits">Your limits</a></li>
<li><a href="#shapes">Shapes</a></li>
<li><a href="#permissions">Permissions</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#hosting">For hosts</a></li>
</ul></nav>`;
}

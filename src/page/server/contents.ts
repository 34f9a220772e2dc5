import type { Route } from '../../routes/define-route.js';
import { guideEntries } from './guides.js';
import { type Html, html } from './html.js';
import { groupRoutes, groupTitles, idOf } from './order.js';

export function renderContents(routes: readonly Route[]): Html {
  return html`<nav class="contents" aria-label="Contents">
<p class="field needs-script"><label for="filter">Filter this page</label><input id="filter" type="search" autocomplete="off" spellcheck="false"></p>
<p class="unseen" role="status" id="filter-status"></p>
<ul id="found" hidden></ul>
<ul id="entries">
<li><a href="#start">Start</a></li>
<li><a href="#guides">Guides</a><ul>
${guideEntries.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}
</ul></li>
${groupRoutes(routes).map(
  ({ group, members }) => html`<li><a href="#${group.toLowerCase()}">${groupTitles[group]}</a><ul>
${members.map((route) => html`<li><a href="#${idOf(route)}">${route.title}${route.method !== 'GET' && html` <span class="verb ${route.method.toLowerCase()}">${route.method}</span>`}</a></li>`)}
</ul></li>
`,
)}<li><a href="#shapes">Shapes</a></li>
<li><a href="#permissions">Permissions</a></li>
<li><a href="#errors">Errors</a></li>
</ul></nav>`;
}

import { tagDescriptions } from '../../openapi/info.js';
import type { Examples } from '../../openapi/operation.js';
import { buildSchemas } from '../../openapi/schemas.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { renderContents } from './contents.js';
import { targetOf } from './example.js';
import { linkTo } from './format.js';
import { renderGuides } from './guides.js';
import { renderHero } from './hero.js';
import { html } from './html.js';
import { groupRoutes, groupTitles } from './order.js';
import { BASE_URL } from './places.js';
import { readSchemas, renderErrors, renderPermissions, renderShapes } from './reference.js';
import { renderRoute } from './route.js';
import { renderStart } from './start.js';

export interface PageContents {
  routes: readonly Route[];
  examples: Examples;
  version: string;
  /** Relative URLs. */
  assets: PageAssets;
}

export interface PageAssets {
  style: string;
  noScriptStyle: string;
  script: string;
  icon: string;
}

/** Renders the page for `fillIn`. It can be read without scripts. Links are relative, so that it works under any host and prefix. */
export function renderPage({ assets, routes, version, examples }: PageContents): string {
  const schemas = readSchemas(buildSchemas(routes));
  const target = targetOf(routes);
  const surroundings = { examples, schemas, target };
  return `<!DOCTYPE html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<title>svcapi: Web Services v2.0</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The routes of this service with examples, its galactic time, and forms to call it.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<noscript><link rel="stylesheet" href="${assets.noScriptStyle}"></noscript>
<script type="module" src="${assets.script}"></script>
</head>
<body data-base="${BASE_URL}">
<a class="skip" href="#content">Skip to the content</a>
${renderHero(version, assets.icon)}
<div class="columns">
${renderContents(routes)}
<main id="content" tabindex="-1">
${renderStart(version)}
${renderGuides(examples)}
<section id="routes" aria-labelledby="routes-title">
<h2 id="routes-title">${linkTo('routes', 'Routes')}</h2>
<p>Below <code>${PREFIX}</code>. In XML, members of <code>attributes</code> become attributes, <code>value</code> becomes the text, and a list repeats its element.</p>
${groupRoutes(routes).map(
  ({ group, members }) => html`<section id="${group.toLowerCase()}" aria-labelledby="${group.toLowerCase()}-title">
<h3 class="group" id="${group.toLowerCase()}-title">${linkTo(group.toLowerCase(), groupTitles[group])}</h3>
<p class="group-about">${tagDescriptions[group]}.</p>
${members.map((route) => renderRoute(route, surroundings))}
</section>
`,
)}</section>
${renderShapes(schemas)}
${renderPermissions(routes)}
${renderErrors(routes, schemas)}
</main>
</div>
<footer><p>svcapi ${version}. Generated from the declarations that the service runs on. Nothing on this page comes from another host.</p></footer>
</body>
</html>`}\n`;
}

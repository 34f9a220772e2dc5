import type { RateLimit } from '../../domain/rate-limit.js';
import { groups } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { type Html, html } from './html.js';
import { renderRateLimits } from './rate-limits.js';
import { renderErrors, renderPermissions, renderShapes } from './reference.js';
import { renderRoute } from './route.js';
import { renderStart } from './start.js';
import { renderConverter, renderExplorer, renderHero } from './tools.js';

/** The contents of the page. */
export interface PageContents {
  routes: readonly Route[];
  rate: RateLimit;
  /** The address that the service is reached under, such as `https://example.org`. */
  baseUrl: string;
  /** The email address or URL under which clients reach the host. */
  contact?: string | undefined;
  /** The version of the program. */
  version: string;
  /** The addresses of the files that belong to the page, relative to it. */
  assets: PageAssets;
}

export interface PageAssets {
  style: string;
  /** Hides the parts that need scripts. */
  noScriptStyle: string;
  script: string;
  /** The chunks that the script imports, which browsers can load at the same time. */
  sharedScripts: readonly string[];
  icon: string;
}

/**
 * Renders the page for people. It can be read without scripts; `src/page/browser` has the clock, the converter and the explorer.
 * Addresses are relative, so that the page works under any prefix that a proxy adds.
 */
export function renderPage(contents: PageContents): string {
  const { assets, routes, rate, version } = contents;
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<title>svcapi: Web Services v2.0</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The routes of this service, its galactic time, and a form to call them.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<noscript><link rel="stylesheet" href="${assets.noScriptStyle}"></noscript>
${assets.sharedScripts.map((address) => html`<link rel="modulepreload" href="${address}">`)}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${renderHero(version, assets.icon)}
<div class="columns">
${renderContents(routes)}
<main id="content" tabindex="-1">
${renderStart(contents.baseUrl, contents.contact)}
${renderConverter()}
${renderRateLimits(routes, rate)}
${renderExplorer(contents.baseUrl)}
<section id="routes" aria-labelledby="routes-title">
<h2 id="routes-title">Routes</h2>
<p>Below <code>${PREFIX}</code>. Answers are shown as JSON. In XML, <code>attributes</code> are attributes, <code>value</code> is text, and a list is its element repeated.</p>
${groups.map((group) => renderGroup(group, routes, rate))}
</section>
${renderShapes()}
${renderPermissions(routes)}
${renderErrors()}
</main>
</div>
<footer><p>svcapi ${version}. Generated from the declarations that the service runs on. Nothing on this page comes from another host.</p></footer>
</body>
</html>`}\n`;
}

function renderContents(routes: readonly Route[]): Html {
  const present = groups.filter((group) => routes.some(({ path }) => path.group === group));
  return html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#start">Start</a></li>
<li><a href="#converter">Converter</a></li>
<li><a href="#limits">Your limits</a></li>
<li><a href="#explorer">Explorer</a></li>
<li><a href="#routes">Routes</a><ul>
${present.map((group) => html`<li><a href="#${group.toLowerCase()}">${group}</a></li>`)}
</ul></li>
<li><a href="#shapes">Shapes</a></li>
<li><a href="#permissions">Permissions</a></li>
<li><a href="#errors">Errors</a></li>
</ul></nav>`;
}

function renderGroup(group: string, routes: readonly Route[], rate: RateLimit): Html {
  const id = group.toLowerCase();
  const members = routes.filter(({ path }) => path.group === group);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${group}</h3>
${members.map((route) => renderRoute(route, rate))}
</section>
`;
}

import { PREFIX } from '../../routes/path.js';
import { type Html, html } from './html.js';

/** Renders the head of the page, with its title and the clock. */
export function renderHero(version: string, icon: string): Html {
  return html`<header class="hero"><div class="inner">
<div class="what">
<p class="brand"><img src="${icon}" alt="" width="32" height="32"> svcapi <span>${version}</span></p>
<h1>Web Services v2.0</h1>
<p>Galactic time, characters, credit logs, events and faction datacards, in JSON and XML.</p>
</div>
<div class="clock" id="clock" role="timer" aria-label="Galactic time, now">
<p class="year" id="clock-day">Year <span class="dim">––</span> Day <span class="dim">–––</span></p>
<p class="time" id="clock-time">––:––:––</p>
<p class="earth" id="clock-earth"><noscript>The clock needs JavaScript. GET api/time returns the time.</noscript></p>
</div>
${orrery}
</div></header>`;
}

/** The year, the day and the hour as orbits around a star, each with the part that has passed. */
const orrery = html`<svg class="orrery needs-script" viewBox="-160 -160 320 320" aria-hidden="true" focusable="false">
<circle class="weeks" r="150" pathLength="365"/>
${[
  ['year', 136, 7],
  ['day', 98, 5.5],
  ['hour', 60, 4.5],
].map(
  ([name, radius, size]) => html`<circle class="orbit" r="${radius}"/>
<circle class="gone" id="gone-${name}" r="${radius}" pathLength="1" stroke-dasharray="0 1" transform="rotate(-90)"/>
<g id="planet-${name}"><circle class="planet" cy="-${radius}" r="${size}"/></g>
`,
)}<circle class="glow" r="30"/><circle class="star" r="15"/>
</svg>`;

/** Renders the converter. Its script converts by the rules of the service. */
export function renderConverter(): Html {
  return html`<section id="converter" aria-labelledby="converter-title">
<h2 id="converter-title">Time converter</h2>
<noscript><p class="note">The converter needs JavaScript. POST api/time converts as well.</p></noscript>
<form class="converter needs-script" id="converter-form" autocomplete="off" novalidate>
<div class="field">
<label for="convert-cgt">Galactic time</label>
<input id="convert-cgt" spellcheck="false" autocapitalize="words" aria-describedby="convert-cgt-hint convert-cgt-error" placeholder="Year 12 Day 3, 05:12:14">
<p class="hint" id="convert-cgt-hint">Y12D3 or Year 12 Day 3, with or without a clock</p>
<p class="error" id="convert-cgt-error"></p>
</div>
<div class="field">
<label for="convert-time">Unix seconds</label>
<input id="convert-time" spellcheck="false" inputmode="numeric" aria-describedby="convert-time-hint convert-time-error" placeholder="1291273200">
<p class="hint" id="convert-time-hint">Seconds since 1970, in UTC</p>
<p class="error" id="convert-time-error"></p>
</div>
<div class="field">
<label for="convert-date">Date and time, where you are</label>
<input id="convert-date" type="datetime-local" step="1" min="1998-12-01T00:00" max="9999-12-31T23:59" aria-describedby="convert-date-hint convert-date-error">
<p class="hint" id="convert-date-hint">In the time zone of this device</p>
<p class="error" id="convert-date-error"></p>
</div>
<p class="actions"><button type="button" id="convert-now">Now</button> <span id="convert-result" class="result"></span></p>
<p class="unseen" role="status" id="convert-status"></p>
</form>
</section>`;
}

/** Renders the place of the explorer, which is loaded when it is opened. */
export function renderExplorer(baseUrl: string): Html {
  return html`<section id="explorer" aria-labelledby="explorer-title">
<h2 id="explorer-title" tabindex="-1">Explorer</h2>
<p>Call any route, with or without a token. Sign in, or paste a token: it stays in the memory of this page until it is closed, and is sent to this service only. Calls are real: they count against rate limits, and their changes are kept.</p>
<noscript><p class="note">The explorer needs JavaScript.</p></noscript>
<p class="needs-script"><button type="button" id="open-explorer" class="primary">Open the explorer</button> <span role="status" id="explorer-state"></span></p>
<div id="explorer-place" data-page="${baseUrl}${PREFIX}/documentation"></div>
</section>`;
}

import { type Html, html } from './html.js';

export function renderHero(version: string, icon: string): Html {
  return html`<header class="hero night"><div class="inner">
<p class="brand"><img src="${icon}" alt="" width="32" height="32"> svcapi <span>${version}</span> <a class="button" href="account/sign-in">Sign in</a></p>
<div class="what">
<h1>Web Services v2.0</h1>
<p>Galactic time, characters, credit logs, events and faction datacards, in JSON and XML.</p>
<p class="actions"><a class="button primary" href="#start">Start here</a> <a class="button" href="#routes">All routes</a></p>
</div>
<div class="now">
<div class="clock" id="clock" role="timer" aria-label="Galactic time, now">
<p class="year" id="clock-day">Year –– Day –––</p>
<p class="time" id="clock-time">––:––:––</p>
<p class="earth" id="clock-earth"><noscript>The clock needs JavaScript. GET api/time returns the time.</noscript></p>
</div>
${renderQuestion()}
</div>
${orrery}
</div>${stars}</header>`;
}

function renderQuestion(): Html {
  return html`<div class="field question needs-script">
<label for="converter-any">Convert a time</label>
<div><input type="text" id="converter-any" autocomplete="off" spellcheck="false" autocapitalize="words" aria-describedby="converter-any-error" placeholder="Year 12 Day 3, or a date">
<button type="button" id="clock-now" hidden>Now</button></div>
<p class="error" id="converter-any-error"></p>
</div>`;
}

export const stars = html`<div class="stars" aria-hidden="true"></div>`;

/** The year, the day and the hour are orbits around a star, each with the part that has passed. */
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

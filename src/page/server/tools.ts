import type { RateLimit } from '../../domain/rate-limit.js';
import type { Route } from '../../routes/define-route.js';
import { breakablePath, formatRate } from './format.js';
import { type Html, html } from './html.js';
import { linkTo } from './link-to.js';

/** Renders the converter. Its script converts by the rules of the service. */
export function renderConverter(): Html {
  return html`<section id="converter" aria-labelledby="converter-title">
<h2 id="converter-title">${linkTo('converter', 'Time converter')}</h2>
<noscript><p class="note">The converter needs JavaScript. POST api/time converts as well.</p></noscript>
<form class="converter needs-script" id="converter-form" autocomplete="off" novalidate>
<div class="field">
<label for="converter-cgt">Galactic time</label>
<input id="converter-cgt" spellcheck="false" autocapitalize="words" aria-describedby="converter-cgt-hint converter-cgt-error" placeholder="Year 12 Day 3, 05:12:14">
<p class="hint" id="converter-cgt-hint">Y12D3 or Year 12 Day 3, with or without a clock</p>
<p class="error" id="converter-cgt-error"></p>
</div>
<div class="field">
<label for="converter-time">Unix seconds</label>
<input id="converter-time" spellcheck="false" inputmode="numeric" aria-describedby="converter-time-hint converter-time-error" placeholder="1291273200">
<p class="hint" id="converter-time-hint">Seconds since 1970, in UTC</p>
<p class="error" id="converter-time-error"></p>
</div>
<div class="field">
<label for="converter-date">Date and time, where you are</label>
<input id="converter-date" type="datetime-local" step="1" min="1998-12-01T00:00" max="9999-12-31T23:59" aria-describedby="converter-date-hint converter-date-error">
<p class="hint" id="converter-date-hint">In the time zone of this device</p>
<p class="error" id="converter-date-error"></p>
</div>
<p class="actions"><button type="button" id="converter-now">Now</button> <span id="converter-result" class="result"></span></p>
<p class="unseen" role="status" id="converter-status"></p>
</form>
</section>`;
}

/** Renders the limits of all rate-limited paths. The script of the page shows those of which calls were used. */
export function renderRateLimits(routes: readonly Route[], rate: RateLimit): Html {
  const limited = [...new Set(routes.map(({ path }) => path))].filter((path) => path.rateLimited);
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">${linkTo('limits', 'Your rate limits')}</h2>
<p>Each rate-limited path takes ${formatRate(rate)} from one address, all its methods together.</p>
<p>A call that asks for what you have already is counted, and costs little: send the <code>ETag</code> of an answer as
<code>If-None-Match</code>, and it comes as a 304 without a body while it is the same.</p>
<ul class="limits needs-script">
${limited.map(
  ({ path }, index) => html`<li data-pattern="${path}" hidden>
<code id="limit-${index}">${breakablePath(path)}</code>
<meter aria-labelledby="limit-${index}" min="0" max="${rate.limit}" low="${rate.limit / 10}" high="${rate.limit / 4}" optimum="${rate.limit}" value="${rate.limit}"></meter>
<span class="left"></span>
</li>
`,
)}</ul>
<p id="limits-state" class="note needs-script"></p>
</section>`;
}

import type { RateLimit } from '../../domain/rate-limit.js';
import type { Route } from '../../routes/define-route.js';
import { breakablePath, formatRate } from './format.js';
import { type Html, html } from './html.js';

/** Renders the limits of all rate-limited paths. The script of the page fills in the calls that are left. */
export function renderRateLimits(routes: readonly Route[], rate: RateLimit): Html {
  const limited = [...new Set(routes.map(({ path }) => path))].filter((path) => path.rateLimited);
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">Your rate limits</h2>
<p>Each of these paths takes ${formatRate(rate)} from one address, all its methods together. Reading this list counts against no limit.</p>
<ul class="limits">
${limited.map(
  ({ path }, index) => html`<li data-pattern="${path}">
<code id="limit-${index}">${breakablePath(path)}</code>
<meter class="needs-script" aria-labelledby="limit-${index}" min="0" max="${rate.limit}" low="${rate.limit / 10}" high="${rate.limit / 4}" optimum="${rate.limit}" value="${rate.limit}"></meter>
<span class="left">${rate.limit} calls</span>
</li>
`,
)}</ul>
<p id="limits-state" class="note needs-script"></p>
</section>`;
}

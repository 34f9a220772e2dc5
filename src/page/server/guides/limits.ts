import type { RateLimit } from '../../../domain/rate-limit.js';
import { PREFIX } from '../../../routes/path.js';
import { formatRate } from '../format.js';
import { html } from '../html.js';
import { type Guide, renderSample } from './guide.js';

const etag = (url: string) => `curl -sS -D - -o answer.json --etag-save etag.txt ${url}

# The same again: 304, without a body, while nothing has changed.
curl -sS -w '%{http_code}\\n' --etag-compare etag.txt ${url}`;

/** Explains the limit of calls, and the means to need fewer. */
export function stayWithinLimits(baseUrl: string, rate: RateLimit): Guide {
  return {
    id: 'guide-limits',
    title: 'Keep to the rate limits',
    prose: html`<p>You can make ${formatRate(rate)}, for each IP address and path. The methods of a path share the limit, and so do several tokens or programs at one address. Routes without a limit say so.</p>
<ul>
<li><code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> in each answer say how many calls are left, and when the window ends, in Unix seconds. <code>X-RateLimit-Limit</code> is the limit. <code>RateLimit</code> says the same in the form of the IETF.</li>
<li>A call over the limit gets a 400 <a href="#error-rate_limit_exceeded"><code>rate_limit_exceeded</code></a>, with <code>Retry-After</code> in seconds. Wait that long.</li>
<li>An address that goes on is blacklisted: its connections are closed without an answer, so a script that was blocked gets “empty reply”. <code>calls_until_blacklist</code> says how many refused calls lead there, by default 600. <code>blacklist_for</code> says how many seconds the blacklist lasts, by default 24 hours. The host can end it earlier.</li>
</ul>
<p>Cache answers: keep the <code>ETag</code> of an answer, and send it as <code>If-None-Match</code>. Unchanged data returns an empty 304 Not Modified. It still counts as a call. To learn of new events, <a href="#guide-follow">follow them live</a> in place of polling: a stream counts once.</p>`,
    samples: renderSample('Header fields, and a 304', 'bash', etag(`${baseUrl}${PREFIX}/entity/20:1`)),
  };
}

import { type Html, html } from '../../page/server/html.js';
import type { PageRequest } from './page-request.js';

const COOKIE = 'one_time_secret';

/** Milliseconds: the redirect comes at once, unless it is lost. */
const LIFETIME = 60_000;

/**
 * Stores a secret only in a cookie, for the page that the browser is redirected to.
 *
 * @param of the account or the program, so that no other account sees it in the same browser
 */
export function keepSecret({ ctx, cookies }: PageRequest, of: string, secret: string): void {
  cookies.set(ctx, COOKIE, `${of}.${secret}`, LIFETIME);
}

export function takeSecret({ ctx, cookies }: PageRequest, of: string): string | undefined {
  // HEAD shows nothing.
  const value = ctx.method === 'GET' ? cookies.get(ctx, COOKIE) : undefined;
  if (!value?.startsWith(`${of}.`)) return undefined;
  cookies.remove(ctx, COOKIE);
  return value.slice(of.length + 1);
}

export function renderSecret(title: string, secret: string): Html {
  return html`<section class="notice" aria-labelledby="secret-title">
<h2 id="secret-title">${title}</h2>
<p>Copy it now: it is not shown again.</p>
<pre class="secret"><code>${secret}</code></pre>
</section>`;
}

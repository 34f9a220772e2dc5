import { type Html, html } from '../html.js';

/** Renders a secret that is shown this once. The script of the page shows its button. */
export function renderSecret(title: string, secret: string): Html {
  return html`<section class="notice" aria-labelledby="secret-title">
<h2 id="secret-title">${title}</h2>
<p>Copy it now: it is not shown again.</p>
<div class="copyable"><pre class="secret"><code>${secret}</code></pre><button type="button" class="copy" aria-label="Copy the secret" hidden>Copy</button></div>
</section>`;
}

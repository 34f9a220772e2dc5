import type { Grammar } from '../../code/tokens.js';
import { renderCode } from '../code.js';
import { type Html, html } from '../html.js';

/** A guide: how somebody reaches one goal, in fewer than 250 words, with code that runs. */
export interface Guide {
  /** Its id on the page. */
  id: string;
  title: string;
  prose: Html;
  /** The blocks of code, or of answers. */
  samples: Html;
}

/** Renders a guide, folded: its words to the left, its code to the right. */
export function renderGuide({ id, title, prose, samples }: Guide): Html {
  return html`<section class="guide" id="${id}" aria-labelledby="${id}-title">
<a class="link-to" href="#${id}" aria-label="Link to ${title}"></a>
<details class="whole">
<summary class="heading"><h3 id="${id}-title">${title}</h3></summary>
<div class="sides">
<div>${prose}</div>
<div>${samples}</div>
</div>
</details>
</section>
`;
}

/** Renders a block of code of a guide, which can be copied. */
export function renderSample(name: string, grammar: Grammar, code: string): Html {
  return html`<div class="sample copyable">
<div class="bar"><span>${name}</span> <button type="button" class="copy needs-script" aria-label="Copy: ${name}">Copy</button></div>
<pre data-runs="${grammar}"><code>${renderCode(code, grammar)}</code></pre></div>
`;
}

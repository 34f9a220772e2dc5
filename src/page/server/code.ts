import { linesOf } from '../code/code-lines.js';
import { type Grammar, splitAtAddresses, type Token, tokensOf } from '../code/highlight.js';
import { type Html, html } from './html.js';

/** Returns undefined for a URL that stays text. */
export type Target = (url: string) => string | undefined;

export function renderCode(code: string, grammar: Grammar, target: Target = () => undefined): Html {
  const lines = linesOf(tokensOf(code, grammar));
  return html`${lines.map(({ indentation, tokens }) => html`<span class="l">${indentation && html`<span>${indentation}</span>`}<span>${tokens.map((token) => renderToken(token, target))}</span></span>`)}`;
}

function renderToken({ text, kind }: Token, target: Target): Html {
  const content = splitAtAddresses(text).map((part, index) => {
    const href = index % 2 === 1 ? target(part) : undefined;
    return href === undefined ? part : html`<a href="${href}">${part}</a>`;
  });
  return kind === undefined ? html`${content}` : html`<span class="c-${kind}">${content}</span>`;
}

export interface Choice {
  /** The stored value, such as `python`. */
  id: string;
  label: string;
  code: Html;
  lines: number;
}

/** Maximum lines of a block without a scroll bar. */
const WHOLE = 18;

/** The style shows the chosen form, which works without scripts; scripts make the choice for all blocks, and store it. */
export function renderChoice(kind: string, id: string, name: string, choices: readonly Choice[]): Html {
  return html`<div class="sample copyable" data-choice="${kind}">
<div class="bar"><fieldset><legend class="unseen">${name}</legend>${choices.map(
    (choice, index) =>
      html`<input type="radio" name="${id}" id="${id}-${choice.id}" value="${choice.id}"${index === 0 && html` checked`}><label for="${id}-${choice.id}">${choice.label}</label>`,
  )}</fieldset>
${renderCopy(name)}</div>
${choices.map(
  ({ id: form, code, lines, label }) =>
    html`<pre data-form="${form}"${lines > WHOLE && html` class="long" tabindex="0" role="group" aria-label="${name}, ${label}"`}><code>${code}</code></pre>
`,
)}</div>`;
}

export function renderSample(name: string, grammar: Grammar, code: string): Html {
  return html`<div class="sample copyable">
<div class="bar"><span>${name}</span> ${renderCopy(name)}</div>
<pre data-runs="${grammar}"><code>${renderCode(code, grammar)}</code></pre></div>
`;
}

export function renderCommand(name: string, command: string): Html {
  return html`<div class="copyable"><pre><code>${renderCode(command, 'bash')}</code></pre>${renderCopy(name)}</div>`;
}

function renderCopy(name: string): Html {
  return html`<button type="button" class="copy needs-script" aria-label="Copy: ${name}">Copy</button>`;
}

import { type Html, html } from './html.js';

/** One of several forms that a block of code is shown in. */
export interface Choice {
  /** The value that is kept, such as `python`. */
  id: string;
  label: string;
  code: Html;
  /** The number of lines of the code. */
  lines: number;
}

/** The most lines of a block that is shown whole; a longer one is scrolled. */
const WHOLE = 18;

/**
 * Renders a block of code in several forms, of which the reader chooses one. The style shows the chosen form, so that it works
 * without scripts; scripts make the choice for all blocks, and keep it.
 *
 * @param kind what is chosen, such as `language`
 * @param id an id of the page, which those of the block begin with
 * @param name the name of the block for screen readers
 */
export function renderChoice(kind: string, id: string, name: string, choices: readonly Choice[]): Html {
  return html`<div class="sample copyable" data-choice="${kind}">
<div class="bar"><fieldset><legend class="unseen">${name}</legend>${choices.map(
    (choice, index) =>
      html`<input type="radio" name="${id}" id="${id}-${choice.id}" value="${choice.id}"${index === 0 && html` checked`}><label for="${id}-${choice.id}">${choice.label}</label>`,
  )}</fieldset>
<button type="button" class="copy needs-script" aria-label="Copy: ${name}">Copy</button></div>
${choices.map(
  ({ id: form, code, lines, label }) =>
    html`<pre data-form="${form}"${lines > WHOLE && html` class="long" tabindex="0" role="region" aria-label="${name}, ${label}"`}><code>${code}</code></pre>
`,
)}</div>`;
}

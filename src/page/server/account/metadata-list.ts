import { type Html, html } from '../html.js';

/** Renders values beside their labels, also where there is little room. */
export function renderMetadata(values: readonly (readonly [label: string, value: Html | string])[]): Html {
  return html`<dl class="metadata">
${values.map(
  ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>
`,
)}</dl>`;
}

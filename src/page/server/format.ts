import { type Html, html } from './html.js';

export function linkTo(id: string, title: string): Html {
  return html`<a class="link-to" href="#${id}">${title}</a>`;
}

export function breakablePath(path: string): Html {
  return html`${path.split(/(?=\/)/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;
}

/** The reference breaks lines with `<br />`. */
export function renderLines(text: string): Html {
  return html`${text.split('<br />').map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;
}

/** Makes a sentence, with the parts between backticks as code. */
export function renderProse(text: string): Html {
  const sentence = /[.!?)]$/.test(text) ? text : `${text}.`;
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

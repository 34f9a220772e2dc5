import type { RateLimit } from '../../domain/rate-limit.js';
import { type Html, html } from './html.js';

export function linkTo(id: string, title: string): Html {
  return html`<a class="link-to" href="#${id}">${title}</a>`;
}

export function breakablePath(path: string): Html {
  return html`${path.split(/(?=\/)/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;
}

/** Returns `600 calls an hour` for a rate limit. */
export function formatRate({ limit, window }: RateLimit): string {
  const seconds = window / 1000;
  if (seconds === 3600) return `${limit} calls an hour`;
  if (seconds === 60) return `${limit} calls a minute`;
  return seconds % 60 === 0 ? `${limit} calls in ${seconds / 60} minutes` : `${limit} calls in ${seconds} seconds`;
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

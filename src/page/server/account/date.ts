import { type Html, html } from '../html.js';

/** Renders the day of a time in Unix seconds, in UTC. */
export function renderDate(seconds: number): Html {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return html`<time datetime="${day}">${day}</time>`;
}

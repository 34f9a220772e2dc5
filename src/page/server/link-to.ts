import { type Html, html } from './html.js';

/** Renders the text of a heading as a link to its part of the page, whose address readers copy. */
export function linkTo(id: string, title: string): Html {
  return html`<a class="link-to" href="#${id}">${title}</a>`;
}

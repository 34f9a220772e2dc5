import { visible } from '../../../domain/given-name.js';
import { type Html, html } from '../html.js';

/** Renders a name that people have given, so that it changes nothing around it, not even the direction of the text. */
export function renderName(name: string): Html {
  return html`<bdi>${visible(name)}</bdi>`;
}

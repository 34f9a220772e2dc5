import { type Grammar, splitAtAddresses, tokensOf } from '../code/tokens.js';
import { type Html, html } from './html.js';

/** Returns where the link of an address in code leads; undefined for an address that stays text. */
export type Target = (address: string) => string | undefined;

/** Renders code with its tokens in colours, and links in the place of addresses. */
export function renderCode(code: string, grammar: Grammar, target: Target = () => undefined): Html {
  return html`${tokensOf(code, grammar).map(({ text, kind }) => {
    const content = splitAtAddresses(text).map((part, index) => (index % 2 === 1 ? renderAddress(part, target) : part));
    return kind === undefined ? html`${content}` : html`<span class="c-${kind}">${content}</span>`;
  })}`;
}

function renderAddress(address: string, target: Target): Html | string {
  const href = target(address);
  return href === undefined ? address : html`<a href="${href}" data-address="${address}">${address}</a>`;
}

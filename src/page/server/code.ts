import { linesOf } from '../code/code-lines.js';
import { type Grammar, splitAtAddresses, type Token, tokensOf } from '../code/tokens.js';
import { type Html, html } from './html.js';

/** Returns where the link of an address in code leads; undefined for an address that stays text. */
export type Target = (address: string) => string | undefined;

/** Renders code with its tokens in colours, and links in the place of addresses. */
export function renderCode(code: string, grammar: Grammar, target: Target = () => undefined): Html {
  const lines = linesOf(tokensOf(code, grammar));
  return html`${lines.map(({ tokens, style }) => html`<span class="${style}">${tokens.map((token) => renderToken(token, target))}</span>`)}`;
}

function renderToken({ text, kind }: Token, target: Target): Html {
  const content = splitAtAddresses(text).map((part, index) => (index % 2 === 1 ? renderAddress(part, target) : part));
  return kind === undefined ? html`${content}` : html`<span class="c-${kind}">${content}</span>`;
}

function renderAddress(address: string, target: Target): Html | string {
  const href = target(address);
  return href === undefined ? address : html`<a href="${href}" data-address="${address}">${address}</a>`;
}

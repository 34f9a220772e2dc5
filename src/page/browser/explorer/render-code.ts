import { linesOf } from '../../code/code-lines.js';
import { type Grammar, splitAtAddresses, tokensOf } from '../../code/tokens.js';
import { make } from '../element.js';
import { findRoute } from '../find-route.js';

/** The longest code, in characters, whose tokens get colours and links: beyond it they would take long to make. */
const LONGEST = 200_000;

/** Renders code with its tokens in colours. */
export function renderCode(code: string, grammar: Grammar): (Node | string)[] {
  return renderTokens(code, grammar, (text) => [text]);
}

/** Renders the body of an answer, whose addresses become links to the routes that they belong to. */
export function renderBody(body: string, grammar: Grammar): (Node | string)[] {
  return renderTokens(body, grammar, (text) =>
    splitAtAddresses(text).map((part, index) => (index % 2 === 1 ? renderAddress(part) : part)),
  );
}

function renderTokens(code: string, grammar: Grammar, render: (text: string) => (Node | string)[]): (Node | string)[] {
  if (code.length > LONGEST) return [code];
  return linesOf(tokensOf(code, grammar)).map(({ tokens, style }) => {
    const content = tokens.flatMap(({ text, kind }) => {
      const nodes = render(text);
      return kind === undefined ? nodes : [make('span', { class: `c-${kind}` }, ...nodes)];
    });
    return make('span', { class: style }, ...content);
  });
}

function renderAddress(address: string): Node | string {
  const found = findRoute(address);
  return found ? make('a', { href: `#${found.id}`, 'data-address': address }, address) : address;
}

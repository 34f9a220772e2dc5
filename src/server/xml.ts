import { js2xml } from 'xml-js';

/** What a payload is made of: the JSON form of docs/wire.md, “Formats”. */
export type Node = string | number | boolean | NodeList | NodeMap;
type NodeList = Node[];
interface NodeMap {
  [name: string]: Node | undefined;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Names that mean something else than an element to xml-js. */
const RESERVED = new Set(['_comment', '_cdata', '_instruction', '_doctype', '_declaration', '_parent']);

/**
 * Writes a payload as XML: `attributes` become attributes, `value` the text of its element, an array repeated elements,
 * anything else a child element.
 *
 * xml-js 1.6 writes `&` and `<` in attributes as they are, takes `&amp;` in text for an escaped `&`, and leaves line
 * ends to the parser, which changes them. So the tree is prepared: in attributes everything is escaped but the quote,
 * which xml-js sees to; in text `&` alone is, and CR once xml-js has done the rest.
 *
 * @throws {TypeError} for a name that is no XML name, or an array within an array
 */
export function writeXml(root: string, content: NodeMap): string {
  const document = { [checkName(root)]: prepare(content) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${js2xml(document as object, {
    compact: true,
    attributesKey: 'attributes',
    textKey: 'value',
    textFn: (text: string) => text.replaceAll('\r', '&#xD;'),
  })}`;
}

function prepare(node: Node): unknown {
  if (typeof node !== 'object') return escapeText(String(node));
  if (Array.isArray(node)) return node.map(prepareItem);
  const element: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(node)) {
    if (child === undefined) continue;
    element[checkName(name)] = name === 'attributes' ? prepareAttributes(child) : prepare(child);
  }
  return element;
}

function prepareItem(item: Node): unknown {
  if (Array.isArray(item)) throw new TypeError('XML has no arrays within arrays');
  return prepare(item);
}

function prepareAttributes(attributes: Node): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [checkName(name), escapeAttribute(String(value))]),
  );
}

function checkName(name: string): string {
  if (!NAME.test(name) || RESERVED.has(name)) throw new TypeError(`“${name}” is no name for an XML element`);
  return name;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}

const ATTRIBUTE_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeAttribute(text: string): string {
  return text.replace(/[&<>\t\n\r]/g, (character) => ATTRIBUTE_ESCAPES[character] as string);
}

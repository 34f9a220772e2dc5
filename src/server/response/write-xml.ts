import { js2xml } from 'xml-js';
import { bareLists } from '../../routes/payload.js';

/** A part of a payload, in the JSON form of docs/wire.md, “Formats”. */
export type PayloadNode = string | number | boolean | PayloadNode[] | PayloadMap;
export interface PayloadMap {
  [name: string]: PayloadNode | undefined;
}

const NAME = /^[A-Za-z_][\w.-]*$/;

/** Names that xml-js does not take for elements. */
const RESERVED = ['_comment', '_cdata', '_instruction', '_doctype', '_declaration', '_parent'];

const OPTIONS = {
  compact: true,
  attributesKey: 'attributes',
  textKey: 'value',
  textFn: (text: string) => text.replaceAll('\r', '&#xD;'),
} as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Writes a payload as XML: `attributes` become attributes, `value` the text of its element, an array repeated elements,
 * anything else a child element. A bare list gets an element around its items, with their count.
 *
 * xml-js 1.6 does not escape `&` and `<` in attributes, takes `&amp;` in text for an escaped `&`, and does not escape line
 * ends, which parsers change. Therefore the tree is escaped first: attributes completely, except for the quote, which
 * xml-js escapes; of text only `&`, and CR in `textFn`.
 *
 * @throws {TypeError} for an invalid XML name, an array within an array, or an object where an attribute stands
 */
export function writeXml(root: string, content: PayloadMap): string {
  return DECLARATION + js2xml({ [checkName(root)]: prepare(content) } as object, OPTIONS);
}

/** Writes the child elements of a payload, without their root. */
export function writeElements(content: PayloadMap): string {
  return js2xml(prepare(content) as object, OPTIONS);
}

/** Escapes a node for xml-js. Text is wrapped, because xml-js looks for child elements in each character of bare text. */
function prepare(node: PayloadNode): unknown {
  if (typeof node === 'string') return node === '' ? node : { value: escapeText(node) };
  if (typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(prepareItem);
  const { attributes = {}, value, ...others } = node;
  if (value !== undefined) {
    // What stands beside the text of an element is an attribute.
    const all = prepareAttributes({ ...(attributes as PayloadMap), ...others });
    return { attributes: all, value: typeof value === 'string' ? escapeText(value) : value };
  }
  const element: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(node)) {
    if (child === undefined) continue;
    element[checkName(name)] =
      name === 'attributes' ? prepareAttributes(child as PayloadMap) : prepare(wrapBareList(name, child));
  }
  return element;
}

function prepareItem(item: PayloadNode): unknown {
  if (Array.isArray(item)) throw new TypeError('XML cannot express an array within an array');
  return prepare(item);
}

/** Returns a collection with its count for a bare list, and any other node unchanged. */
function wrapBareList(name: string, node: PayloadNode): PayloadNode {
  const item = Array.isArray(node) ? bareLists.get(name) : undefined;
  return item === undefined ? node : { attributes: { count: (node as PayloadNode[]).length }, [item]: node };
}

const ATTRIBUTE_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function prepareAttributes(attributes: PayloadMap): Record<string, unknown> {
  const prepared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'object') throw new TypeError(`“${name}” is an attribute, and cannot hold an object`);
    const isText = typeof value === 'string';
    prepared[checkName(name)] = isText
      ? value.replace(/[&<>\t\n\r]/g, (each) => ATTRIBUTE_ESCAPES[each] ?? each)
      : value;
  }
  return prepared;
}

function checkName(name: string): string {
  if (!NAME.test(name) || RESERVED.includes(name))
    throw new TypeError(`“${name}” cannot be the name of an XML element`);
  return name;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}

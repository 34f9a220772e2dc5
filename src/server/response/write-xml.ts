import { js2xml } from 'xml-js';
import { bareLists } from '../../routes/payload.js';

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

/** @throws {TypeError} for an invalid XML name, an array within an array, or an object as an attribute */
export function writeXml(root: string, content: PayloadMap): string {
  return DECLARATION + js2xml({ [checkName(root)]: prepare(content) } as object, OPTIONS);
}

export function writeElements(content: PayloadMap): string {
  return js2xml(prepare(content) as object, OPTIONS);
}

// xml-js 1.6 does not escape `&` and `<` in attributes, nor line ends, and takes `&amp;` in text for an escaped `&`.
// It looks for child elements in each character of bare text: therefore text is wrapped.
function prepare(node: PayloadNode): unknown {
  if (typeof node === 'string') return node === '' ? node : { value: escapeText(node) };
  if (typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(prepareItem);
  const { attributes = {}, value, ...others } = node;
  if (value !== undefined) {
    // Members beside `value` become attributes.
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

import { spawnSync } from 'node:child_process';

/** An element as a parser reports it. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const LEGAL = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const TAG =
  /<(?<end>\/)?(?<name>[A-Za-z_][\w.-]*)(?<attributes>(?: [A-Za-z_][\w.-]*="[^<"]*")*)(?<empty>\/)?>|(?<text>[^<]+)/y;
const ATTRIBUTE = / (?<name>[^=]+)="(?<value>[^"]*)"/g;

/**
 * Reads a document by the rules of XML 1.0, with the changes that a parser makes to line ends (section 2.11) and to
 * attribute values (section 3.3.3). Shares nothing with the writer. Knows no comments, CDATA sections, doctypes or
 * instructions, since the service writes none: whatever would smuggle one in throws, and so does all else that is not
 * well-formed.
 */
export function readXml(source: string): Element {
  if (!LEGAL.test(source)) throw new SyntaxError('A character that XML 1.0 does not allow');
  if (!source.startsWith(DECLARATION)) throw new SyntaxError('No XML declaration');
  const document = source.slice(DECLARATION.length).replace(/\r\n?/g, '\n');
  const holder: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [holder];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < document.length) {
    const at = TAG.lastIndex;
    const found = TAG.exec(document)?.groups;
    if (!found) throw new SyntaxError(`No markup that could stand here: ${document.slice(at, at + 40)}`);
    const current = open.at(-1) as Element;
    if (found.text !== undefined) {
      if (open.length === 1) throw new SyntaxError('Text outside of the root');
      if (found.text.includes(']]>')) throw new SyntaxError(']]> in text');
      current.text += decode(found.text);
    } else if (found.end) {
      if (found.name !== current.name || open.length === 1) throw new SyntaxError(`</${found.name}> ends nothing`);
      open.pop();
    } else {
      const [name, attributes] = [found.name as string, readAttributes(found.attributes)];
      const element = { name, attributes, children: [], text: '' };
      current.children.push(element);
      if (!found.empty) open.push(element);
    }
  }
  const [root, ...others] = holder.children;
  if (open.length > 1 || !root || others.length > 0) throw new SyntaxError('Not exactly one root, closed');
  return root;
}

function readAttributes(text = ''): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { groups } of text.matchAll(ATTRIBUTE)) {
    const { name, value } = groups as { name: string; value: string };
    if (name in attributes) throw new SyntaxError(`${name} stands twice`);
    attributes[name] = decode(value.replace(/[\t\n]/g, ' '));
  }
  return attributes;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(amp|lt|gt|quot|apos));|&/g, (all, hex, decimal, entity) => {
    if (entity !== undefined) return ENTITIES[entity] as string;
    if (hex === undefined && decimal === undefined) throw new SyntaxError('& begins no reference');
    const character = String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    if (!LEGAL.test(character)) throw new SyntaxError(`${all} names no character of XML`);
    return character;
  });
}

type Json = string | number | boolean | Json[] | { [name: string]: Json };

/**
 * Returns the element that a parser should report for JSON: the mapping of reference 2.1 and wire.md, “Formats”, from the
 * other side.
 * `attributes` are the attributes, `value` is the text and what stands beside it attributes, an array repeats its element, the
 * rest are child elements. The list of factions has an element of its own, with the count.
 */
export function elementOf(name: string, json: Json): Element {
  const element: Element = { name, attributes: {}, children: [], text: '' };
  if (typeof json !== 'object') return { ...element, text: String(json) };
  if (Array.isArray(json)) {
    const children = json.map((item) => elementOf('faction', item));
    return { ...element, attributes: { count: String(json.length) }, children };
  }
  for (const [key, child] of Object.entries(json)) {
    if (key === 'attributes') {
      for (const [name, value] of Object.entries(child)) element.attributes[name] = String(value);
    } else if (key === 'value') element.text = String(child);
    else if ('value' in json) element.attributes[key] = String(child);
    else if (Array.isArray(child) && key !== 'factions')
      element.children.push(...child.map((item) => elementOf(key, item)));
    else element.children.push(elementOf(key, child));
  }
  return element;
}

/** The element that an envelope becomes: in XML its fields are the attributes of the root. Reference, section 2.1. */
export function envelopeElement({ svcapi, ...head }: { svcapi: object; [field: string]: unknown }): Element {
  return elementOf('svcapi', { attributes: head, ...svcapi } as Json);
}

/** False where xmllint is not installed; Debian has it in libxml2-utils. */
export const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined;

/** Returns a document in canonical form, from a parser that has nothing to do with this program. @throws when it is malformed */
export function canonical(document: string): string {
  const options = { input: document, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync('xmllint', ['--nonet', '--c14n', '-'], options);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

import { PREFIX } from '../../../src/routes/path.js';
import { document, type Operation, step } from './document.js';

export interface Found {
  operation: Operation;
  /** Its pointer in the document. */
  pointer: string;
  /** The values in the path, decoded. */
  params: Record<string, string>;
}

/** A value in a path. */
const VALUE = '((?!\\.(?:json|xml)/?$)[^/]+?)';

const templates = Object.keys(document.paths).map((template) => ({
  template,
  names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  // Paths do not depend on case, and may end with the suffix of a format and a slash. A suffix alone is no value.
  pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, VALUE)}(?:/?\\.(?:json|xml))?/?$`, 'i'),
}));

/** The operation that a request is for. */
export function findOperation(method: string, path: string): Found | undefined {
  const isBelow = path.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  const below = isBelow ? path.slice(PREFIX.length) : path;
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const { template, names, pattern } of templates) {
    const values = pattern.exec(below)?.slice(1);
    const operation = document.paths[template]?.[name];
    if (!values || !operation || !(isBelow || isAtRoot(operation))) continue;
    const params = Object.fromEntries(names.map((each, index) => [each, decode(values[index] ?? '')]));
    return { operation, pointer: step('#', 'paths', template, name), params };
  }
  return undefined;
}

/** Returns true for an operation that answers without the prefix, too: its own servers say so. */
function isAtRoot({ servers = [] }: Operation): boolean {
  return servers.some(({ url }) => !url.endsWith(PREFIX));
}

/** Decodes a value; an invalid one is kept, since the service refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

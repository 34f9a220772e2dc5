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

/** Names of the rate limits that are not described; one of them works without the prefix. */
const ALIAS = /^\/ratelimit(?:s|ing)(?=[./]|$)/i;
const ROOT_ALIAS = /^\/ratelimiting(?=[./]|$)/i;

const templates = Object.keys(document.paths).map((template) => ({
  template,
  names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  // Paths do not depend on case, and may end with the suffix of a format and a slash. A suffix alone is no value.
  pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, VALUE)}(?:/?\\.(?:json|xml))?/?$`, 'i'),
}));

/** The operation that a request is for. */
export function findOperation(method: string, path: string): Found | undefined {
  const isBelow = path.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  if (!isBelow && !ROOT_ALIAS.test(path)) return undefined;
  const below = path.slice(isBelow ? PREFIX.length : 0).replace(ALIAS, '/api/ratelimits');
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const { template, names, pattern } of templates) {
    const values = pattern.exec(below)?.slice(1);
    const operation = document.paths[template]?.[name];
    if (!values || !operation) continue;
    const params = Object.fromEntries(names.map((each, index) => [each, decode(values[index] ?? '')]));
    return { operation, pointer: step('#', 'paths', template, name), params };
  }
  return undefined;
}

/** Decodes a value; an invalid one is kept, since the service refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

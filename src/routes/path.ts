import { encodePathValue } from '../domain/path-value.js';

/** The prefix of every path of the service. Reference, section 9.1. */
export const PREFIX = '/ws/v2.0';

/** The prefix of every endpoint of OAuth 2. */
export const OAUTH = '/ws/oauth2';

/** The pieces of each path: text and parameter names by turns. */
const pieces = new Map<string, string[]>();

/** Fills in the parameters of a path. An optional part stays only if its parameter is given. */
export function fillPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  const chosen = path.includes('[') ? chooseParts(path, params) : path;
  let parts = pieces.get(chosen);
  if (!parts) {
    parts = chosen.split(/\{(\w+)\}/);
    pieces.set(chosen, parts);
  }
  let filled = parts[0] as string;
  for (let at = 1; at < parts.length; at += 2)
    filled += encodePathValue(params[parts[at] as string] ?? '') + parts[at + 1];
  return filled;
}

function chooseParts(path: string, params: Readonly<Record<string, string | undefined>>): string {
  return path.replace(/\[([^[\]]*)\]/g, (_, part: string) => {
    const name = /\{(\w+)\}/.exec(part)?.[1];
    return name !== undefined && params[name] === undefined ? '' : part;
  });
}

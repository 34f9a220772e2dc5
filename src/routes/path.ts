import { encodePathValue } from '../domain/url.js';

/** The prefix of every path of the service. Reference, section 9.1. */
export const PREFIX = '/ws/v2.0';

/** The prefix of every endpoint of OAuth 2. */
export const OAUTH = '/ws/oauth2';

/** Fills in the parameters of a path. An optional part stays only if its parameter is given. */
export function fillPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  return path
    .replace(/\[([^[\]]*)\]/g, (_, part: string) => {
      const name = /\{(\w+)\}/.exec(part)?.[1];
      return name !== undefined && params[name] === undefined ? '' : part;
    })
    .replace(/\{(\w+)\}/g, (_, name: string) => encodePathValue(params[name] ?? ''));
}

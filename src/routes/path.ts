import { encodePathValue, protectSuffix } from '../domain/text.js';

/** Reference, section 9.1. */
export const PREFIX = '/ws/v2.0';

export const OAUTH = '/ws/oauth2';

/** Drops an optional part without its parameter. */
export function fillPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  const filled = path
    .replace(/\[([^[\]]*)\]/g, (_, part: string) => {
      const name = /\{(\w+)\}/.exec(part)?.[1];
      return name !== undefined && params[name] === undefined ? '' : part;
    })
    .replace(/\{(\w+)\}/g, (_, name: string) => encodePathValue(params[name] ?? ''));
  return protectSuffix(filled);
}

/** In the order of the index. */
export const groups = ['Api', 'Character', 'Datacard', 'Entity', 'Event'] as const;

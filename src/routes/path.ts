import type { z } from 'zod';
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

/** The groups of the index, in order. */
export const groups = ['Api', 'Character', 'Datacard', 'Entity', 'Event'] as const;

/** The names in braces of a path: `uid` for `/datacard/{uid}`. */
type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Shape = Record<string, z.ZodType>;

/** A path of the service, with everything that its methods share. */
export interface Path<P extends string = string, Params extends z.ZodObject = z.ZodObject> {
  group: (typeof groups)[number];
  /** Its name in the index. */
  name: string;
  /** Relative to the prefix; `{name}` is a parameter, `[…]` is optional, and a trailing slash is allowed. */
  path: P;
  /** Other paths with the same answers. */
  aliases?: readonly string[];
  /** Those of the aliases that answer without the prefix, too. */
  rootAliases?: readonly string[];
  description: string;
  params: Params;
  /** True when calls are rate limited; all methods count together. Reference, section 8. */
  rateLimited: boolean;
}

/** Declares a path. The compiler refuses a placeholder without a schema. */
export function definePath<P extends string, S extends Shape & Record<Placeholders<P>, z.ZodType>>(
  path: Path<P, z.ZodObject<S>>,
): Path<P, z.ZodObject<S>> {
  return path;
}

import { z } from 'zod';
import { groups } from './path.js';

/** `uid` for `/datacard/{uid}`. */
type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Shape = Record<string, z.ZodType>;

export interface Path<P extends string = string, Params extends z.ZodObject = z.ZodObject> {
  group: (typeof groups)[number];
  name: string;
  /** Relative to the prefix; `{name}` is a parameter, `[…]` is optional, and a trailing slash is allowed. */
  path: P;
  aliases?: readonly string[];
  /** Aliases that also work without the prefix. */
  rootAliases?: readonly string[];
  description: string;
  params: Params;
  /** All methods count together. Reference, section 8. */
  rateLimited: boolean;
}

export const none = z.object({});

type About = Pick<Path, 'aliases' | 'rootAliases' | 'description'> & { rateLimited?: boolean };

type Parameters<P extends string, S> = [Placeholders<P>] extends [never]
  ? { params?: undefined }
  : { params: z.ZodObject<S & Record<Placeholders<P>, z.ZodType>> };

/**
 * Names the path after its words: `character_credits` for `/character/{uid}/credits`, in the group `Character`.
 * Rejects a placeholder without a schema at compile time.
 */
export function definePath<P extends string, S extends Shape = typeof none.shape>(
  path: P,
  about: About & Parameters<P, S>,
): Path<P, z.ZodObject<S>> {
  const words = Array.from(path.matchAll(/\/(\w+)/g), ([, word]) => word);
  const group = groups.find((each) => words[0]?.startsWith(each.toLowerCase())) ?? 'Api';
  const name = words.filter((word) => word !== 'api').join('_') || 'index';
  return { group, name, path, params: none, rateLimited: false, ...about } as Path<P, z.ZodObject<S>>;
}

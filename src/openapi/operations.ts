import type { Path, Route } from '../routes/define-route.js';
import { toPascalCase } from './names.js';

/** One method of one path as OpenAPI knows paths: without parts that may be left out. */
export interface Operation {
  /** Unique, and made of names that stay: clients are generated from it. */
  id: string;
  route: Route;
  /** Below the prefix. */
  path: string;
  /** The names of its path parameters. */
  parameters: string[];
  /** Set where another path answers alike and is the one to use. */
  aliasOf?: string;
}

/** Every operation of the routes: an optional part makes two of one, and an alias one more. */
export function operationsOf(routes: readonly Route[]): Operation[] {
  return routes.flatMap((route) =>
    spellingsOf(route.path).map(({ path, suffix, aliasOf }) => ({
      id: route.method.toLowerCase() + toPascalCase(route.path.name) + suffix,
      route,
      path,
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      ...(aliasOf !== undefined && { aliasOf }),
    })),
  );
}

interface Spelling {
  path: string;
  suffix: string;
  aliasOf?: string;
}

/** `/character` and `/character/{uid}` for `/character[/{uid}]`. */
function spellingsOf({ path, aliases = [] }: Path): Spelling[] {
  const optional = /\[.*?\{(\w+)\}\]/.exec(path)?.[1];
  const whole = path.replace(/[[\]]/g, '');
  const own: Spelling[] =
    optional === undefined
      ? [{ path, suffix: '' }]
      : [
          { path: path.replace(/\[.*?\]/g, ''), suffix: '' },
          { path: whole, suffix: `By${toPascalCase(optional)}` },
        ];
  return [...own, ...aliases.map((alias) => ({ path: alias, suffix: 'Alias', aliasOf: whole }))];
}

import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { toPascalCase } from './names.js';

/** One method of one path of OpenAPI, which has no optional parts. */
export interface Operation {
  /** Unique and stable: generated clients name their functions after it. */
  id: string;
  route: Route;
  /** Below the prefix. */
  path: string;
  /** The names of its path parameters. */
  parameters: string[];
  /** The path to use instead, which has the same answer. */
  aliasOf?: string;
}

/** Returns every operation of the routes: an optional part makes two of one, and each alias adds one. */
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

/** Returns `/character` and `/character/{uid}` for `/character[/{uid}]`. */
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

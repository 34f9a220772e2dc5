import type { z } from 'zod';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import { fillPath } from '../routes/path.js';
import type { JsonObject } from './json.js';
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
  /** True when the path answers without the prefix, too. */
  isAtRoot?: boolean;
}

/** Returns every operation of the routes: an optional part makes two of one, and each alias adds one. */
export function operationsOf(routes: readonly Route[]): Operation[] {
  return routes.flatMap((route) =>
    spellingsOf(route.path).map(({ name, ...spelling }) => ({
      id: route.method.toLowerCase() + name,
      route,
      parameters: [...spelling.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      ...spelling,
    })),
  );
}

interface Spelling extends Pick<Operation, 'path' | 'aliasOf' | 'isAtRoot'> {
  /** The id of its operations, without the method. */
  name: string;
}

/** Returns `/character` and `/character/{uid}` for `/character[/{uid}]`. */
function spellingsOf({ name: pathName, path, aliases = [], rootAliases = [] }: Path): Spelling[] {
  const name = toPascalCase(pathName);
  const optional = /\[\/\{(\w+)\}\]/.exec(path)?.[1];
  const whole = path.replace(/[[\]]/g, '');
  const own: Spelling[] =
    optional === undefined
      ? [{ path, name }]
      : [
          { path: path.replace(/\[[^[\]]*\]/g, ''), name },
          { path: whole, name: `${name}By${toPascalCase(optional)}` },
        ];
  const others = aliases.map((alias) => ({
    path: alias,
    name: `${toPascalCase(alias)}Alias`,
    aliasOf: whole,
    isAtRoot: rootAliases.includes(alias),
  }));
  return [...own, ...others];
}

/** Returns the call of an operation with the examples of its parameters. Its path is below the prefix, and has its query. */
export function exampleCall({ route, path, parameters }: Operation) {
  const params = Object.entries(examplesOf(route.path.params)).filter(([name]) => parameters.includes(name));
  const query = examplesOf(route.query);
  const body = examplesOf(route.body);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method: route.method,
    path: fillPath(path, Object.fromEntries(params) as Record<string, string>) + (search && `?${search}`),
    ...(Object.keys(body).length > 0 && { body }),
  };
}

function examplesOf({ shape }: z.ZodObject): JsonObject {
  const examples = Object.entries(shape).map(([name, parameter]) => [name, parameterMetadata(parameter).example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

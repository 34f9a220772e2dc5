import { z } from 'zod';
import { permissionNames, permissions } from '../domain/permission.js';
import { groups, type Path } from './define-path.js';
import { methods, type Route } from './define-route.js';
import type { Links } from './links.js';
import { parameterMetadata } from './parameters.js';
import { count, flag, nothing, size, toFlag } from './payload.js';

const permission = z.strictObject({
  attributes: z.strictObject({ name: z.enum(permissionNames), description: z.string() }),
});

const parameters = z.strictObject({
  attributes: count,
  parameter: z.array(
    z.strictObject({
      attributes: z.strictObject({ name: z.string(), type: z.enum(['string', 'number']), description: z.string() }),
    }),
  ),
});

/** A path in the index. */
export const indexRoute = z.strictObject({
  attributes: z.strictObject({ name: z.string(), href: z.string() }),
  description: z.string(),
  parameters: z.strictObject({
    attributes: count,
    parameter: z.array(
      z.strictObject({
        attributes: z.strictObject({ name: z.string(), optional: flag, description: z.string() }),
      }),
    ),
  }),
  methods: z.strictObject({
    attributes: count,
    method: z.array(
      z.strictObject({
        attributes: z.strictObject({ type: z.enum(methods), authentication: flag, 'rate-limited': flag }),
        permissions: z.union([z.strictObject({ attributes: count, permission: z.array(permission) }), nothing]),
        parameters,
        query_string: parameters,
      }),
    ),
  }),
});

/** The payload of the index. Reference, section 2.4. */
export const indexPayload = z.strictObject({
  resources: z.strictObject({
    routes: z.array(
      z.strictObject({
        attributes: z.strictObject({ name: z.enum(groups), count: size }),
        route: z.array(indexRoute),
      }),
    ),
  }),
});

/** Builds the index from the declarations. A `route` of the index is a path; each of its methods is a `Route` here. */
export function buildIndex(routes: readonly Route[], links: Links): z.infer<typeof indexPayload> {
  const paths = [...new Set(routes.map((route) => route.path))];
  return {
    resources: {
      routes: groups.map((group) => {
        const members = paths.filter((path) => path.group === group);
        return {
          attributes: { name: group, count: members.length },
          route: members.map((path) =>
            buildPath(
              path,
              routes.filter((route) => route.path === path),
              links,
            ),
          ),
        };
      }),
    },
  };
}

function buildPath(path: Path, routes: Route[], links: Links): z.infer<typeof indexRoute> {
  const parameters = describe(path.params);
  return {
    attributes: { name: path.name, href: links.pattern(hrefPattern(path)) },
    description: path.description,
    parameters: {
      attributes: { count: parameters.length },
      parameter: parameters.map(({ name, description }) => ({
        attributes: { name, optional: toFlag(path.path.includes(`[/{${name}}]`)), description },
      })),
    },
    methods: { attributes: { count: routes.length }, method: routes.map(buildMethod) },
  };
}

function buildMethod(route: Route) {
  const { access } = route;
  const needsToken = access !== 'public';
  return {
    attributes: {
      type: route.method,
      authentication: toFlag(needsToken),
      'rate-limited': toFlag(route.path.rateLimited),
    },
    permissions:
      access === 'public' || access === 'token'
        ? {}
        : {
            attributes: { count: 1 },
            permission: [{ attributes: { name: access, description: permissions[access].description } }],
          },
    parameters: buildParameters(route.body),
    query_string: buildParameters(route.query),
  };
}

function buildParameters(schema: z.ZodObject): z.infer<typeof parameters> {
  const described = describe(schema);
  return {
    attributes: { count: described.length },
    parameter: described.map((attributes) => ({ attributes })),
  };
}

/** Returns a path with the patterns of its parameters and an optional slash: `/datacard/{uid:14:\d+}[/]`. */
function hrefPattern(path: Path): string {
  const withPatterns = path.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = path.params.shape[name];
    const pattern = parameter && parameterMetadata(parameter).pattern;
    return pattern === undefined ? placeholder : `{${name}:${pattern}}`;
  });
  return `${withPatterns.replace(/\/$/, '')}[/]`;
}

/** Lists the parameters of a schema as the index shows them. */
function describe(schema: z.ZodObject): { name: string; type: 'string' | 'number'; description: string }[] {
  return Object.entries(schema.shape).map(([name, parameter]) => {
    const { type, description } = parameterMetadata(parameter);
    return { name, type, description };
  });
}

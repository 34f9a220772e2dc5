import { z } from 'zod';
import { permissionNames, permissions } from '../domain/permission.js';
import type { Path } from './define-path.js';
import { methods, type Route } from './define-route.js';
import type { Links } from './links.js';
import { parameterMetadata } from './parameters.js';
import { groups, PREFIX } from './path.js';
import { count, field, flag, list, nothing, object, size, toFlag, toList } from './payload.js';

const permission = z.strictObject({
  attributes: object('The permission', {
    name: field(z.enum(permissionNames), 'The name of the permission', 'character_read'),
    description: field(z.string(), 'What the permission allows', permissions.character_read.description),
  }),
});

function listOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const parameter = z.strictObject({ attributes: object('The parameter', shape) });
  return z.strictObject({ attributes: count, parameter: field(z.array(parameter), 'The parameters') });
}

const parameters = listOf({
  name: field(z.string(), 'The name of the parameter', 'item_count'),
  type: field(z.enum(['string', 'number']), 'The type of its value', 'number'),
  description: field(z.string(), 'The meaning of the parameter', 'Number of items to retrieve, at most 1000'),
});

const pathParameters = listOf({
  name: field(z.string(), 'The name of the parameter', 'uid'),
  optional: field(flag, 'True when the path can end before it', 'false'),
  description: field(z.string(), 'The meaning of the parameter', 'The uid of the datacard'),
});

const method = z.strictObject({
  attributes: object('The method', {
    type: field(z.enum(methods), 'The HTTP method', 'GET'),
    authentication: field(flag, 'True when the method needs a token', 'true'),
    'rate-limited': field(flag, 'True when calls are counted against a limit', 'true'),
  }),
  permissions: field(
    z.union([
      z.strictObject({ attributes: count, permission: field(z.array(permission), 'The permissions') }),
      nothing,
    ]),
    'The permissions that the method needs; empty if it needs none',
  ),
  parameters: field(parameters, 'The parameters of the body'),
  query_string: field(parameters, 'The parameters of the query'),
});

export const indexRoute = z.strictObject({
  attributes: object('The path', {
    name: field(z.string(), 'The name of the path', 'datacard'),
    href: field(
      z.string(),
      'The address of the path, absolute, with a pattern in the place of each parameter',
      `https://svcapi.example${PREFIX}/datacard/{uid:14:\\d+}[/]`,
    ),
  }),
  description: field(z.string(), 'What the path leads to', 'A faction datacard and where it is assigned'),
  parameters: field(pathParameters, 'The parameters of the path'),
  methods: list('The methods of the path', 'method', method, 'The methods'),
});

/** Reference, section 2.4. */
export const indexPayload = z.strictObject({
  resources: object('The routes of the service', {
    routes: field(
      z.array(
        z.strictObject({
          attributes: object('The group', {
            name: field(z.enum(groups), 'The name of the group', 'Datacard'),
            count: field(size, 'Paths in the group', 2),
          }),
          route: field(z.array(indexRoute), 'The paths of the group'),
        }),
      ),
      'The groups of paths',
    ),
  }),
});

/** Builds the index. Its `route` is a path; each of its methods is a `Route` here. */
export function buildIndex(routes: readonly Route[], links: Links): z.infer<typeof indexPayload> {
  const paths = [...new Set(routes.map((route) => route.path))];
  return {
    resources: {
      routes: groups.map((group) => {
        const members = paths.filter((path) => path.group === group);
        return {
          attributes: { name: group, count: members.length },
          route: members.map((path) => buildPath(path, routes, links)),
        };
      }),
    },
  };
}

function buildPath(path: Path, routes: readonly Route[], links: Links): z.infer<typeof indexRoute> {
  const parameters = describe(path.params).map(({ name, description }) => ({
    attributes: { name, optional: toFlag(path.path.includes(`[/{${name}}]`)), description },
  }));
  return {
    attributes: { name: path.name, href: links.pattern(hrefPattern(path)) },
    description: path.description,
    parameters: toList('parameter', parameters),
    methods: toList('method', routes.filter((route) => route.path === path).map(buildMethod)),
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
        : toList('permission', [{ attributes: { name: access, description: permissions[access].description } }]),
    parameters: buildParameters(route.body),
    query_string: buildParameters(route.query),
  };
}

function buildParameters(schema: z.ZodObject): z.infer<typeof parameters> {
  return toList(
    'parameter',
    describe(schema).map((attributes) => ({ attributes })),
  );
}

/** Returns `/datacard/{uid:14:\d+}[/]`, for example. */
function hrefPattern(path: Path): string {
  const withPatterns = path.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = path.params.shape[name];
    const pattern = parameter && parameterMetadata(parameter).pattern;
    return pattern === undefined ? placeholder : `{${name}:${pattern}}`;
  });
  return `${withPatterns.replace(/\/$/, '')}[/]`;
}

function describe(schema: z.ZodObject) {
  return Object.entries(schema.shape).map(([name, parameter]) => {
    const { type, description } = parameterMetadata(parameter);
    return { name, type, description };
  });
}

import { z } from 'zod';
import { permissions } from '../domain/permission.js';
import { groups, type Path, type Route } from './define-route.js';
import type { Links } from './links.js';
import { flag, nothing, toFlag } from './payload.js';

const parameters = z.strictObject({
  parameter: z.array(
    z.strictObject({
      attributes: z.strictObject({ name: z.string(), type: z.string(), description: z.string() }),
    }),
  ),
});

const indexRoute = z.strictObject({
  attributes: z.strictObject({ name: z.string(), href: z.string() }),
  description: z.string(),
  parameters: z.strictObject({
    parameter: z.array(
      z.strictObject({
        attributes: z.strictObject({ name: z.string(), optional: flag, description: z.string() }),
      }),
    ),
  }),
  methods: z.strictObject({
    method: z.array(
      z.strictObject({
        attributes: z.strictObject({ type: z.string(), authentication: flag, 'rate-limited': flag }),
        permissions: z.union([
          z.strictObject({
            permission: z.array(
              z.strictObject({ attributes: z.strictObject({ name: z.string(), description: z.string() }) }),
            ),
          }),
          nothing,
        ]),
        parameters,
        query_string: parameters,
      }),
    ),
  }),
});

/** The index of routes; reference, section 2.4. */
export const indexPayload = z.strictObject({
  resources: z.strictObject({
    routes: z.array(
      z.strictObject({
        attributes: z.strictObject({ name: z.string(), count: z.number() }),
        route: z.array(indexRoute),
      }),
    ),
  }),
});

/** Draws the index from the declarations. A route of the index is a path; its methods are ours. */
export function drawIndex(routes: readonly Route[], links: Links): z.infer<typeof indexPayload> {
  const paths = [...new Set(routes.map((route) => route.path))];
  return {
    resources: {
      routes: groups.map((group) => {
        const members = paths.filter((path) => path.group === group);
        return {
          attributes: { name: group, count: members.length },
          route: members.map((path) =>
            drawPath(
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

function drawPath(path: Path, routes: Route[], links: Links): z.infer<typeof indexRoute> {
  return {
    attributes: { name: path.name, href: links.pattern(hrefPattern(path)) },
    description: path.description,
    parameters: {
      parameter: describe(path.params).map(({ name, description }) => ({
        attributes: { name, optional: toFlag(path.path.includes(`[/{${name}}]`)), description },
      })),
    },
    methods: { method: routes.map(drawMethod) },
  };
}

function drawMethod(route: Route) {
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
        : { permission: [{ attributes: { name: access, description: permissions[access].description } }] },
    parameters: { parameter: describe(route.body).map((attributes) => ({ attributes })) },
    query_string: { parameter: describe(route.query).map((attributes) => ({ attributes })) },
  };
}

/** `/datacard/{uid:14:\d+}[/]`: a path with the patterns of its parameters, and the slash that may follow. */
function hrefPattern(path: Path): string {
  const withPatterns = path.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const pattern = path.params.shape[name]?.meta()?.pattern;
    return typeof pattern === 'string' ? `{${name}:${pattern}}` : placeholder;
  });
  return `${withPatterns.replace(/\/$/, '')}[/]`;
}

/** The parameters of a schema as the index shows them. */
export function describe(schema: z.ZodObject): { name: string; type: string; description: string }[] {
  return Object.entries(schema.shape).map(([name, parameter]) => {
    const { type, description } = metaOf(parameter);
    return { name, type: String(type ?? 'string'), description: String(description ?? '') };
  });
}

/** What was said of a parameter, also where it was made optional, transformed, or got a default afterwards. */
function metaOf(parameter: z.core.$ZodType): Record<string, unknown> {
  const own = z.globalRegistry.get(parameter);
  if (own) return own;
  const def = parameter._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  return inner ? metaOf(inner) : {};
}

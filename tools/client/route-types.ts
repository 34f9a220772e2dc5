import { z } from 'zod';
import { examples } from '../../src/openapi/examples.js';
import { buildOpenApi } from '../../src/openapi/open-api.js';
import { payloadName } from '../../src/openapi/schemas.js';
import type { Route } from '../../src/routes/define-route.js';
import { routes } from '../../src/routes/index.js';
import { comment, type JsonSchema, key, refName, typeOf } from './schema-type.js';

/** A parameter of an operation; those that many operations share are references. */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required: boolean;
  schema: JsonSchema;
}

/** An operation of the description, as far as types need it. */
interface Operation {
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/**
 * Returns the module of types that the packages have in place of `src/client/route-types.ts`: the payload and the parameters of each
 * route, written out with their descriptions. They need no other package, and numbers are numbers: the strings that the service
 * accepts for them are for forms and queries.
 */
export function routeTypesText(): string {
  const { operationOf, components } = describe();
  const entries = routes.map((route) => entryOf(route, operationOf(route)));
  const used = namesIn(
    routes.map((route) => ({ $ref: payloadName(route) })),
    components.schemas,
  );
  const shapes = [...used].sort().map((name) => declarationOf(name, components.schemas[name] as JsonSchema));
  return `${shapes.join('\n')}
/** The payload and the parameters of each route, by its method and path. */
export interface RouteTypes {
${entries.join('')}}
`;
}

/**
 * Returns an overload of the method `call` for each route, with the text that editors show for it. The compiler reports a wrong call by
 * the declaration of the method itself, which follows them.
 */
export function routeCallsText(indent: string): string {
  return routes
    .map((route) => {
      const name = JSON.stringify(nameOf(route));
      const call = `call(route: ${name}, ...[call]: CallArguments<${name}>): Promise<Answer<PayloadOf<${name}>>>;`;
      return `${comment(`${route.description}.`, indent)}${indent}${call}\n`;
    })
    .join('');
}

function describe() {
  // Of these values the types show none.
  const settings = { url: 'http://localhost', rateLimit: 1, rateWindow: 1, contact: undefined };
  const { paths, components } = JSON.parse(JSON.stringify(buildOpenApi(routes, settings, examples))) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const operationOf = ({ path: { path }, method }: Route) =>
    paths[path.replace(/[[\]]/g, '')]?.[method.toLowerCase()] as Operation;
  return { operationOf, components };
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path.path}`;
}

function entryOf(route: Route, { parameters, requestBody }: Operation): string {
  const own = parameters.filter((each) => 'name' in each);
  const optional = /\[.*?\{(\w+)\}\]/.exec(route.path.path)?.[1];
  const path = own
    .filter((each) => each.in === 'path')
    .map((each) => ({
      ...each,
      required: each.name !== optional,
      schema: onlyValueOf(route.path.params.shape[each.name]) ?? each.schema,
    }));
  const body = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  return `${comment(route.description, '  ')}  ${key(nameOf(route))}: {
    payload: ${payloadName(route)};
    params: ${parametersOf(path)};
    query: ${parametersOf(own.filter((each) => each.in === 'query'))};
    body: ${body ? typeOf(givenIn(body), '    ') : NONE};
  };
`;
}

/** Returns the schema of a parameter that has one value, whatever spellings of it the service accepts. */
function onlyValueOf(parameter: z.ZodType | undefined): JsonSchema | undefined {
  if (!(parameter instanceof z.ZodPipe && parameter.out instanceof z.ZodLiteral)) return undefined;
  return { const: parameter.out.value };
}

const NONE = 'Record<string, never>';

function parametersOf(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return NONE;
  const lines = parameters.map(({ name, required, description, schema }) => {
    const type = typeOf(schema, '      ');
    return `${comment(description, '      ')}      ${key(name)}${required ? '' : '?'}: ${required ? type : `${type} | undefined`};\n`;
  });
  return `{\n${lines.join('')}    }`;
}

/** Returns the schema of a body whose optional fields may also be undefined: these are not sent. */
function givenIn(schema: JsonSchema): JsonSchema {
  if (schema.oneOf) return { ...schema, oneOf: schema.oneOf.map(givenIn) };
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const { description } = field;
    const orUndefined = { anyOf: [field, { $ref: 'undefined' }], ...(description !== undefined && { description }) };
    return [name, required.includes(name) ? field : orUndefined];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

function declarationOf(name: string, schema: JsonSchema): string {
  const type = typeOf(schema);
  const about = comment(schema.description, '');
  return type.startsWith('{')
    ? `${about}export interface ${name} ${type}\n`
    : `${about}export type ${name} = ${type};\n`;
}

/** Returns the names of all schemas that some schemas refer to. */
function namesIn(from: readonly JsonSchema[], schemas: Record<string, JsonSchema>, found = new Set<string>()) {
  for (const schema of from) {
    const name = refName(schema);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      namesIn([schemas[name] as JsonSchema], schemas, found);
    }
    const { anyOf = [], oneOf = [], items, properties = {} } = schema;
    namesIn([...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)], schemas, found);
  }
  return found;
}

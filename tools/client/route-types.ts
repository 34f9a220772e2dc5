import { z } from 'zod';
import { buildBody, buildParameters } from '../../src/openapi/input.js';
import { buildSchemas, payloadName, refTo, type Schema } from '../../src/openapi/schemas.js';
import type { Route } from '../../src/routes/define-route.js';
import { routes } from '../../src/routes/index.js';

/**
 * Returns the module of types that the packages have in place of `src/client/route-types.ts`: the payload and the parameters of each
 * route, written out with their descriptions. They need no other package, and numbers are numbers: the strings that the service
 * accepts for them are for forms and queries.
 */
export function routeTypesText(): string {
  const schemas = buildSchemas(routes);
  const used = new Set(routes.map(payloadName));
  for (const name of used) {
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      used.add(other);
    }
  }
  const shapes = [...used].sort().map((name) => declarationOf(name, schemas[name] as Schema));
  const byName = objectOf(routes.map((route) => [nameOf(route), schemaOf(route), true]));
  const types = declarationOf('RouteTypes', {
    description: 'The payload and the parameters of each route, by its method and path.',
    ...byName,
  });
  // Optional parameters and fields may also be undefined: these are not sent.
  return [...shapes, types.replaceAll(/\?: (?!never)(.+);$/gm, '?: $1 | undefined;')].join('\n');
}

/**
 * Returns an overload of the method `call` for each route, with the text that editors show for it. The compiler reports a wrong call by
 * the declaration of the method itself, which follows them.
 */
export function routeCallsText(indent: string): string {
  const calls = routes.map((route) => {
    const name = JSON.stringify(nameOf(route));
    const call = `call(route: ${name}, ...[call]: CallArguments<${name}>): Promise<Answer<PayloadOf<${name}>>>;\n`;
    return comment(`${route.description}.`) + call;
  });
  return indented(calls.join(''), indent);
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path.path}`;
}

function declarationOf(name: string, schema: Schema): string {
  const type = typeOf(schema);
  const declaration = type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(schema.description)}export ${declaration}\n`;
}

function schemaOf(route: Route): Schema {
  const { params, path } = route.path;
  const parameters = buildParameters(route, Object.keys(params.shape)).filter((each) => 'required' in each);
  const partOf = (place: string) =>
    objectOf(
      parameters
        .filter((each) => each.in === place)
        .map(({ name, description, required, schema }) => {
          const onlyValue = place === 'path' && onlyValueOf(params.shape[name]);
          return [
            name,
            { ...(onlyValue || schema), description: description ?? '' },
            required && !path.includes(`[/{${name}}`),
          ];
        }),
    );
  const body = buildBody(route, undefined)?.content['application/x-www-form-urlencoded'].schema;
  return {
    description: route.description,
    ...objectOf([
      ['payload', refTo('schemas', payloadName(route)), true],
      ['params', partOf('path'), true],
      ['query', partOf('query'), true],
      ['body', body ?? objectOf([]), true],
    ]),
  };
}

/** Returns the schema of a parameter that has one value, in place of all spellings of it that the service accepts. */
function onlyValueOf(parameter: z.ZodType | undefined): Schema | undefined {
  if (!(parameter instanceof z.ZodPipe && parameter.out instanceof z.ZodLiteral)) return undefined;
  return { const: parameter.out.value as string };
}

function objectOf(fields: [name: string, schema: Schema, isRequired: boolean][]): Schema {
  const required = fields.flatMap(([name, , isRequired]) => (isRequired ? name : []));
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

/** Returns the type of TypeScript for a schema. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, type, properties, items, minimum, maximum } = schema;
  if ($ref !== undefined) return $ref.replace(/^.*\//, '');
  if (anyOf ?? oneOf) return alternatives(anyOf ?? oneOf ?? []);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(' | ');
  if (type === 'object') return properties ? fieldsOf(schema) : 'Record<string, undefined>';
  if (type === 'array') return arrayOf(typeOf(items ?? {}));
  // Only one number is allowed, such as 1 for “unlimited”.
  if (minimum !== undefined && minimum === maximum) return String(minimum);
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean') return type;
  throw new Error(`there is no type for ${JSON.stringify(schema)}`);
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** Returns a union. An object that lacks a field of another one excludes it: the fields are given one at a time. */
function alternatives(schemas: readonly Schema[]): string {
  const names = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
  const never = Object.fromEntries(names.map((name) => [name, { $ref: 'never' }]));
  return schemas
    .map(({ properties, ...rest }) =>
      typeOf(properties ? { ...rest, properties: { ...properties, ...never, ...properties } } : rest),
    )
    .join(' | ');
}

function fieldsOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(field.description)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(field)};\n`;
  });
  return fields.length === 0 ? 'Record<string, never>' : `{\n${indented(fields.join(''), '  ')}}`;
}

/** Returns a doc comment on a separate line. */
function comment(text = ''): string {
  return text && `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function indented(lines: string, indent: string): string {
  return lines.replaceAll(/^(?=.)/gm, indent);
}

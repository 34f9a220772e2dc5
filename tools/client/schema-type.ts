/** A JSON Schema of the description of the service, as far as types need it. */
export interface JsonSchema {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  description?: string;
}

/** Returns the name of the component that a schema refers to. */
export function refName({ $ref }: JsonSchema): string | undefined {
  return $ref?.replace(/^.*\//, '');
}

/** Returns the type of TypeScript for a schema. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const union = schema.anyOf ?? schema.oneOf;
  const name = refName(schema);
  if (name !== undefined) return name;
  if (union) return alternatives(union, indent);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      // Only one number is allowed, such as 1 for “unlimited”.
      return schema.minimum !== undefined && schema.minimum === schema.maximum ? String(schema.minimum) : 'number';
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}, indent));
    case 'object':
      return schema.properties ? objectOf(schema, indent) : 'Record<string, undefined>';
    default:
      throw new Error(`there is no type for ${JSON.stringify(schema)}`);
  }
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** Returns a union. An object that lacks a field of another one excludes it: the fields are given one at a time. */
function alternatives(schemas: readonly JsonSchema[], indent: string): string {
  const names = [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return schemas
    .map((schema) => {
      if (!schema.properties) return typeOf(schema, indent);
      const others = names.filter((name) => !(name in (schema.properties ?? {})));
      return objectOf(schema, indent, others);
    })
    .join(' | ');
}

function objectOf({ properties = {}, required = [] }: JsonSchema, indent: string, excluded: string[] = []): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(field.description, inner)}${inner}${key(name)}${mark}: ${typeOf(field, inner)};\n`;
  });
  const never = excluded.map((name) => `${inner}${key(name)}?: never;\n`);
  return `{\n${[...fields, ...never].join('')}${indent}}`;
}

/** Returns a property name, in quotes where it needs them. */
export function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns a doc comment on a separate line. */
export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

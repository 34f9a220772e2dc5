/** The parts of an OpenAPI 3.1 document that the explorer builds its forms from. */
interface Document {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface Reference {
  $ref: string;
}

interface OpenApiOperation {
  summary?: string;
  tags?: string[];
  parameters?: (OpenApiParameter | Reference)[];
  requestBody?: RequestBody | Reference;
  security?: Record<string, string[]>[];
  deprecated?: boolean;
  'x-required-permission'?: string;
}

interface OpenApiParameter {
  name: string;
  in: Place;
  required?: boolean;
  description?: string;
  schema?: Schema | Reference;
  example?: unknown;
}

interface RequestBody {
  content: Record<string, MediaType>;
}

interface MediaType {
  schema: Schema | Reference;
  example?: Record<string, unknown>;
}

interface Schema {
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema | Reference>;
  required?: string[];
  oneOf?: (Schema | Reference)[];
}

/** The part of the request that a value of the form goes into. */
export type Place = 'path' | 'query' | 'header' | 'body';

/** One field of the form. */
export interface Parameter {
  name: string;
  place: Place;
  required: boolean;
  description: string;
  /** An example value, or the default. */
  example: string;
}

/** One method of one path. */
export interface Operation {
  method: string;
  /** Below the address of the service, with its parameters in braces. */
  path: string;
  summary: string;
  group: string;
  needsToken: boolean;
  /** The permission that the token needs; undefined where any token will do. */
  permission: string | undefined;
  parameters: Parameter[];
}

/** Returns `GET /datacard/{uid}`. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The query parameter and the headers that the explorer has its own controls for. */
const OWN = new Set(['format', 'access_token', 'accept', 'authorization', 'x-request-id']);

const FORM = 'application/x-www-form-urlencoded';

type Follow = <T extends object>(value: T | Reference) => T;

/** Returns the operations of a document in its order, without the deprecated ones. */
export function readOperations(document: Document): Operation[] {
  const follow: Follow = <T extends object>(value: T | Reference): T =>
    '$ref' in value ? follow(resolve(document, value.$ref) as T | Reference) : value;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined || operation.deprecated) return [];
      return [readOperation(method.toUpperCase(), path, operation, follow)];
    }),
  );
}

function readOperation(method: string, path: string, operation: OpenApiOperation, follow: Follow): Operation {
  const { summary = '', tags: [group = ''] = [], security = [], parameters = [], requestBody } = operation;
  const body = requestBody && follow(requestBody).content[FORM];
  return {
    method,
    path,
    summary,
    group,
    needsToken: security.length > 0,
    permission: operation['x-required-permission'],
    parameters: [
      ...parameters
        .map(follow)
        .filter(({ name }) => !OWN.has(name.toLowerCase()))
        .map((parameter) => readParameter(parameter, follow)),
      ...(body ? readBody(body, follow) : []),
    ],
  };
}

function readParameter(parameter: OpenApiParameter, follow: Follow): Parameter {
  const { name, in: place, required = false, description = '', example } = parameter;
  const schema: Schema = parameter.schema ? follow(parameter.schema) : {};
  return { name, place, required, description, example: String(example ?? schema.default ?? '') };
}

function readBody({ schema, example }: MediaType, follow: Follow): Parameter[] {
  const { oneOf = [schema] } = follow(schema);
  const shapes = oneOf.map((each) => follow(each));
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties)) as Record<
    string,
    Schema | Reference
  >;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place: 'body',
    required: shapes.every(({ required = [] }) => required.includes(name)),
    description: follow(property).description ?? '',
    example: String(example?.[name] ?? ''),
  }));
}

/** Returns the target of a JSON pointer such as `#/components/schemas/Ref` (RFC 6901). */
function resolve(document: object, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document);
}

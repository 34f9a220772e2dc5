/** The parts of an OpenAPI 3.1 document that the forms are built from. */
interface Document {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface Reference {
  $ref: string;
}

interface OpenApiOperation {
  parameters?: (OpenApiParameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses?: Record<string, { content?: Record<string, unknown> }>;
  security?: Record<string, string[]>[];
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
  type?: string | string[];
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
  isNumber: boolean;
}

/** One method of one path. */
export interface Operation {
  /** The id of its route on the page. */
  id: string;
  method: string;
  /** Below the address of the service, with its parameters in braces. */
  path: string;
  /** The same, with parts that may be missing in brackets. */
  pattern: string;
  needsToken: boolean;
  /** The permission that the token needs; undefined where any token will do. */
  permission: string | undefined;
  parameters: Parameter[];
  /** True for a list whose new items can be followed live. */
  hasStream: boolean;
  /** The example of the whole body. */
  bodyExample: Record<string, unknown> | undefined;
}

/** The query parameter and the headers that the explorer has its own controls for. */
const OWN = new Set(['format', 'access_token', 'accept', 'authorization', 'x-request-id']);

const FORM = 'application/x-www-form-urlencoded';

type Follow = <T extends object>(value: T | Reference) => T;

/** Returns the operations of a document that have a card on the page, in the order of the page. */
export function readOperations(document: Document): Operation[] {
  const follow: Follow = <T extends object>(value: T | Reference): T =>
    '$ref' in value ? follow(resolve(document, value.$ref) as T | Reference) : value;
  return readCards().flatMap((card) => {
    const operation = document.paths[card.path]?.[card.method.toLowerCase()];
    return operation ? [readOperation(card, operation, follow)] : [];
  });
}

type Card = Pick<Operation, 'id' | 'method' | 'path' | 'pattern'>;

/** Reads the routes of the page: `GET /character[/{uid}]`. */
function readCards(): Card[] {
  return [...window.document.querySelectorAll<HTMLElement>('article[data-operation]')].map(({ dataset }) => {
    const [method = '', pattern = ''] = (dataset.operation ?? '').split(' ');
    return { id: dataset.id ?? '', method, pattern, path: pattern.replace(/[[\]]/g, '') };
  });
}

function readOperation(card: Card, operation: OpenApiOperation, follow: Follow): Operation {
  const { security = [], parameters = [], requestBody, responses } = operation;
  const body = requestBody && follow(requestBody).content[FORM];
  const isOptional = (name: string) => card.pattern.includes(`{${name}}]`);
  return {
    ...card,
    needsToken: security.length > 0,
    permission: operation['x-required-permission'],
    hasStream: responses?.['200']?.content?.['text/event-stream'] !== undefined,
    bodyExample: body?.example,
    parameters: [
      ...parameters
        .map(follow)
        .filter(({ name }) => !OWN.has(name.toLowerCase()))
        .map((parameter) => readParameter(parameter, follow))
        .map((parameter) => ({ ...parameter, required: parameter.required && !isOptional(parameter.name) })),
      ...(body ? readBody(body, follow) : []),
    ],
  };
}

function readParameter(parameter: OpenApiParameter, follow: Follow): Parameter {
  const { name, in: place, required = false, description = '', example } = parameter;
  const schema: Schema = parameter.schema ? follow(parameter.schema) : {};
  const isNumber = isNumeric(schema);
  return { name, place, required, description, example: String(example ?? schema.default ?? ''), isNumber };
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
    isNumber: isNumeric(follow(property)),
  }));
}

function isNumeric({ type = [] }: Schema): boolean {
  return [type].flat().some((each) => each === 'integer' || each === 'number');
}

/** Returns the target of a JSON pointer such as `#/components/schemas/Ref` (RFC 6901). */
function resolve(document: object, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document);
}

import type { RouteStream } from '../routes/define-stream.js';
import { exampleRefs } from './example.js';
import { refTo, type Schema } from './json.js';

/** The example components of a document. */
export type ExampleComponents = Record<string, { value: unknown }>;

export interface MediaType {
  schema: Schema;
  examples?: Record<string, { $ref: string }>;
  example?: string;
  /** The schema of the data of a message of server-sent events, which OpenAPI 3.1 has no word for. */
  'x-message-schema'?: Schema;
}

/** Returns the content of an answer in JSON. */
export function jsonContent(schema: Schema, examples: ExampleComponents, names: string[]): Record<string, MediaType> {
  return { 'application/json': { schema, ...exampleRefs(examples, names) } };
}

/** Returns the content of a stream of server-sent events. */
export function streamContent({ id, shape }: RouteStream, answer: object | undefined): Record<string, MediaType> {
  const description =
    `Server-sent events. The id of a message is ${id}, and its data the JSON of \`x-message-schema\`. Last-Event-ID continues ` +
    'behind a message. A message of the type `reset` says that items may be missing before it: read the list.';
  const item = firstItem(answer);
  return {
    'text/event-stream': {
      schema: { type: 'string', description },
      'x-message-schema': refTo('schemas', shape),
      ...(item && { example: exampleMessage(item) }),
    },
  };
}

interface Item {
  /** The first is the id. */
  attributes: Record<string, unknown>;
}

/** Returns the first item of the list in an answer. */
function firstItem(value: unknown): Item | undefined {
  if (Array.isArray(value)) return value[0];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(firstItem)
    .find((item) => item !== undefined);
}

function exampleMessage(item: Item): string {
  return `id: ${Object.values(item.attributes)[0]}\ndata: ${JSON.stringify(item)}\n\n`;
}

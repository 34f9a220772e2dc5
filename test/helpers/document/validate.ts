import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { document, type Schema } from './document.js';

const DOCUMENT = 'openapi.json';

// The document as a whole is no schema, and OpenAPI adds words to those that are in it: the linter knows them.
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Later releases may add fields to answers, which the document allows. This release sends what it describes and nothing else.
ajv.addSchema(closeAnswers(document) as object, DOCUMENT, undefined, false);

/** Returns a copy of a part of the document in which no object of an answer has other fields than those described. */
function closeAnswers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeAnswers);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, key === 'requestBody' ? child : closeAnswers(child)]),
  );
  const { type, properties } = copy as Schema;
  return type === 'object' && properties ? { ...copy, additionalProperties: false } : copy;
}

/** Returns the deviations of a value from the schema at a pointer of the document. */
export function violations(pointer: string, value: unknown): string[] {
  // Each is compiled when it is first asked for, and kept.
  const validate = ajv.getSchema(DOCUMENT + pointer);
  if (!validate) return [`the document has no schema at ${pointer}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

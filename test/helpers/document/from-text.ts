import { follow, type Schema } from './document.js';

/**
 * The value that a text stands for where a schema says what it should be: in a query, a form, a header or in XML everything is
 * text. A text that is no such value stays as it is, for the validator to find.
 */
export function fromText(text: string, schema: Schema): unknown {
  const { node } = follow(schema as Schema & object, '#');
  const types = [node.type, typeof node.const, ...(node.enum ?? []).map((value) => typeof value)].flat();
  if (types.includes('string')) return text;
  if ((types.includes('integer') || types.includes('number')) && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text))
    return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

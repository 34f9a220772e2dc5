import { follow, type Parameter, type Schema, step } from './document.js';
import type { Exchange } from './exchange.js';
import { type Found, findOperation } from './find.js';
import { fromText } from './from-text.js';
import { violations } from './validate.js';

/** Returns the deviations of a request that succeeded from the document. */
export function requestDeviations(exchange: Exchange): string[] {
  const found = findOperation(exchange.method, exchange.path);
  if (!found) return ['no such operation is documented'];
  return [...parameterDeviations(exchange, found), ...bodyDeviations(exchange, found)];
}

function parameterDeviations(
  { method, query, requestHeaders, requestBody }: Exchange,
  { operation, pointer, params }: Found,
): string[] {
  return operation.parameters.flatMap((documented, index) => {
    const { node, pointer: place } = follow<Parameter>(documented, step(pointer, 'parameters', String(index)));
    const sources = { path: params[node.name], query: query.get(node.name) ?? undefined, header: undefined };
    const value = node.in === 'header' ? requestHeaders[node.name.toLowerCase()] : sources[node.in];
    // Wire contract, “Datacards”: DELETE accepts its query in the body, which is not described.
    if (method === 'DELETE' && node.in === 'query' && value === undefined && requestBody !== '') return [];
    if (value === undefined) return node.required ? [`the parameter ${node.name} is missing`] : [];
    const read = fromText(String(value), node.schema);
    return violations(step(place, 'schema'), read).map((problem) => `the parameter ${node.name}: ${problem}`);
  });
}

function bodyDeviations({ requestHeaders, requestBody }: Exchange, { operation, pointer }: Found): string[] {
  const { requestBody: documented } = operation;
  if (requestBody === '' || !documented)
    return documented?.required && requestBody === '' ? ['the body is missing'] : [];
  const type = requestHeaders['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const mediaType = documented.content[type];
  if (!mediaType) return [`no body of the type “${type}” is documented`];
  const place = step(pointer, 'requestBody', 'content', type, 'schema');
  const shapes = mediaType.schema.oneOf ?? [mediaType.schema];
  const fields: Record<string, Schema> = Object.assign({}, ...shapes.map(({ properties }) => properties));
  const value =
    type === 'application/json'
      ? JSON.parse(requestBody)
      : Object.fromEntries(
          [...new URLSearchParams(requestBody)].map(([name, text]) => [name, fromText(text, fields[name] ?? {})]),
        );
  // Wire contract, “Formats”: these count as absent, and are not described.
  for (const [name, given] of Object.entries(value)) if (given === null || given === '') delete value[name];
  // Reference, section 4.2: where there is a cgt, time is not looked at.
  if (operation.operationId === 'postTime' && 'cgt' in value) delete value.time;
  return violations(place, value).map((problem) => `the body: ${problem}`);
}

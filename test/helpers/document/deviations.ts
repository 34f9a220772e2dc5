import { PREFIX } from '../../../src/routes/path.js';
import { readXml } from '../xml.js';
import {
  document,
  follow,
  type Header,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  step,
} from './document.js';
import type { Exchange } from './exchange.js';
import { violations } from './validate.js';

/** Paths beside the API: health checks, and descriptions of the service. */
const beside = /^\/(livez|readyz|healthz|metrics)$/;
/** The answer of the metrics port at any other path. */
const noMetrics = 'The metrics are at /metrics.\n';
/** The pages for people, whose errors are pages too. */
const people = new RegExp(`^${PREFIX}/account(/.*)?$`);
/** OAuth 2, whose answers are those of its RFCs. */
const oauth = /^\/(ws\/oauth2\/|\.well-known\/(oauth|openid)-)/i;
const descriptions = new RegExp(`^${PREFIX}/(openapi\\.json|svcapi-client[\\w.-]*\\.tgz|documentation(/.*)?)$`);

/** Returns true for an exchange that the document does not describe, because it is beside the API. */
export function isUndescribed({ method, path, status, headers, body }: Exchange): boolean {
  // An answer that a test gives to a sandbox: the service has no Server field.
  if (headers.server !== undefined) return true;
  if (beside.test(path) || people.test(path) || oauth.test(path) || body === noMetrics) return true;
  if (descriptions.test(path) && status < 400) return true;
  // What has no content is not described: OPTIONS, and the preflight of CORS. Nor are redirections.
  return method === 'OPTIONS' || (status >= 300 && status < 400 && !headers['content-type']?.includes('json'));
}

/** Returns the deviations of an exchange from the document. */
export function deviations(exchange: Exchange): string[] {
  const { status } = exchange;
  if (/^\/sandbox(\/|$)/.test(exchange.path)) return [];
  if (isUndescribed(exchange)) return [];
  return [...answerDeviations(exchange), ...(status >= 400 ? [] : requestDeviations(exchange))];
}

/** Returns the deviations of an answer from the document. */
export function answerDeviations(exchange: Exchange): string[] {
  const { method, path, status } = exchange;
  const found = findOperation(method, path);
  const pointer = found ? step(found.pointer, 'responses') : '#/x-outside-of-operations';
  const responses = found ? found.operation.responses : document['x-outside-of-operations'];
  const response = responses[status];
  if (!response) return [`no answer with the status ${status} is documented`];
  const at = follow<Response>(response, step(pointer, String(status)));
  return [...headerDeviations(exchange, at.node, at.pointer), ...contentDeviations(exchange, at.node, at.pointer)];
}

function headerDeviations({ headers }: Exchange, response: Response, pointer: string): string[] {
  return Object.entries(response.headers).flatMap(([name, documented]) => {
    const header = follow<Header>(documented, step(pointer, 'headers', name));
    const value = headers[name.toLowerCase()];
    if (value === undefined) return header.node.required ? [`${name} is missing`] : [];
    const read = fromText(value, header.node.schema);
    return violations(step(header.pointer, 'schema'), read).map((problem) => `${name}: ${problem}`);
  });
}

function contentDeviations({ method, status, headers, body }: Exchange, response: Response, pointer: string): string[] {
  if (response.content === undefined) return body === '' ? [] : ['no body is documented'];
  const type = headers['content-type']?.split(';')[0] ?? '';
  // XML is described by a rule alone; test/routes/formats.test.ts compares it with the JSON of each route.
  if (type.endsWith('/xml')) return method === 'HEAD' || readXml(body) ? [] : ['the XML is malformed'];
  const mediaType = response.content[type];
  if (!mediaType) return [`no answer of the type “${type}” is documented`];
  if (method === 'HEAD') return [];
  const schema = step(pointer, 'content', type, 'schema');
  if (mediaType['x-message-schema']) return messageDeviations(body, mediaType['x-message-schema'].$ref);
  const answer = JSON.parse(body);
  const code = answer.svcapi?.error_code;
  const other = status >= 400 && code !== status ? [`error_code is ${code}`] : [];
  return [...other, ...violations(schema, answer)];
}

/** Checks the data of the messages of a stream; a message with a type of its own is none of the list. */
function messageDeviations(body: string, schema: string): string[] {
  const messages = body.split('\n\n').filter((each) => !/^event: /m.test(each));
  const data = messages.flatMap((each) => /^data: (.*)$/m.exec(each)?.[1] ?? []);
  return data.flatMap((each) => violations(schema, JSON.parse(each)));
}

/** Returns the deviations of a request that succeeded from the document. */
function requestDeviations(exchange: Exchange): string[] {
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

interface Found {
  operation: Operation;
  /** Its pointer in the document. */
  pointer: string;
  /** The values in the path, decoded. */
  params: Record<string, string>;
}

/** A value in a path. */
const VALUE = '((?!\\.(?:json|xml)/?$)[^/]+?)';

/** Names of the rate limits that are not described; one of them works without the prefix. */
const ALIAS = /^\/ratelimit(?:s|ing)(?=[./]|$)/i;
const ROOT_ALIAS = /^\/ratelimiting(?=[./]|$)/i;

const templates = Object.keys(document.paths).map((template) => ({
  template,
  names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  // Paths do not depend on case, and may end with the suffix of a format and a slash. A suffix alone is no value.
  pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, VALUE)}(?:/?\\.(?:json|xml))?/?$`, 'i'),
}));

/** The operation that a request is for. */
function findOperation(method: string, path: string): Found | undefined {
  const isBelow = path.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  if (!isBelow && !ROOT_ALIAS.test(path)) return undefined;
  const below = path.slice(isBelow ? PREFIX.length : 0).replace(ALIAS, '/api/ratelimits');
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const { template, names, pattern } of templates) {
    const values = pattern.exec(below)?.slice(1);
    const operation = document.paths[template]?.[name];
    if (!values || !operation) continue;
    const params = Object.fromEntries(names.map((each, index) => [each, decode(values[index] ?? '')]));
    return { operation, pointer: step('#', 'paths', template, name), params };
  }
  return undefined;
}

/** Decodes a value; an invalid one is kept, since the service refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/**
 * The value that a text stands for where a schema says what it should be: in a query, a form, a header or in XML everything is
 * text. A text that is no such value stays as it is, for the validator to find.
 */
function fromText(text: string, schema: Schema): unknown {
  const { node } = follow(schema as Schema & object, '#');
  const types = [node.type, typeof node.const, ...(node.enum ?? []).map((value) => typeof value)].flat();
  if (types.includes('string')) return text;
  if ((types.includes('integer') || types.includes('number')) && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text))
    return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

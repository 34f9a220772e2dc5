import { PREFIX } from '../../../src/routes/path.js';
import { readXml } from '../xml.js';
import { document, follow, type Header, type Operation, type Response, type Schema, step } from './document.js';
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
  return /^\/sandbox(\/|$)/.test(exchange.path) || isUndescribed(exchange) ? [] : answerDeviations(exchange);
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

/** A value in a path. */
const VALUE = '(?:(?!\\.(?:json|xml)/?$)[^/]+?)';

/** Names of the rate limits that are not described; one of them works without the prefix. */
const ALIAS = /^\/ratelimit(?:s|ing)(?=[./]|$)/i;
const ROOT_ALIAS = /^\/ratelimiting(?=[./]|$)/i;

const templates = Object.keys(document.paths).map((template) => ({
  template,
  // Paths do not depend on case, and may end with the suffix of a format and a slash. A suffix alone is no value.
  pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, VALUE)}(?:/?\\.(?:json|xml))?/?$`, 'i'),
}));

/** Returns the operation that a request is for, with its pointer. */
function findOperation(method: string, path: string): { operation: Operation; pointer: string } | undefined {
  const isBelow = path.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  if (!isBelow && !ROOT_ALIAS.test(path)) return undefined;
  const below = path.slice(isBelow ? PREFIX.length : 0).replace(ALIAS, '/api/ratelimits');
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const { template, pattern } of templates) {
    const operation = document.paths[template]?.[name];
    if (operation && pattern.test(below)) return { operation, pointer: step('#', 'paths', template, name) };
  }
  return undefined;
}

/** The value that the text of a header stands for by its schema. Another text stays as it is, for the validator to find. */
function fromText(text: string, schema: Schema): unknown {
  return schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
}

import { readXml } from '../xml.js';
import { document, follow, type Header, type Response, step } from './document.js';
import type { Exchange } from './exchange.js';
import { findOperation } from './find.js';
import { fromText } from './from-text.js';
import { violations } from './validate.js';

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

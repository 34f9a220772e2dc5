import test from 'ava';
import { plainCall } from '../../helpers/plain.js';
import { type Server, startServer } from '../../helpers/server.js';

let server: Server;
test.before(async () => {
  server = await startServer({ empty: true });
});
test.after.always(() => server.close());

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';
const TEXT_XML_TYPE = 'text/xml; charset=utf-8';

// RFC 9110, section 12.5.1.
const accepted: [string, string][] = [
  ['', JSON_TYPE],
  [' ', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['text/*', TEXT_XML_TYPE],
  ['application/json', JSON_TYPE],
  ['application/xml', XML_TYPE],
  ['text/xml', TEXT_XML_TYPE],
  ['APPLICATION/XML', XML_TYPE],
  ['application/json, application/xml', JSON_TYPE],
  ['application/xml, application/json', XML_TYPE],
  ['application/json;q=0.5, application/xml', XML_TYPE],
  ['application/xml;q=0.5, application/json', JSON_TYPE],
  ['application/xml;q=0.8, application/json;q=0.9', JSON_TYPE],
  ['application/json;q=0.8, text/xml;q=0.81', TEXT_XML_TYPE],
  ['application/json;q=0, */*', XML_TYPE],
  ['application/json;q=0, application/xml;q=0, */*;q=0.1', TEXT_XML_TYPE],
  ['*/*;q=0.1, text/xml', TEXT_XML_TYPE],
  ['text/html, application/xml;q=0.9, */*;q=0.8', XML_TYPE],
  ['text/html, */*;q=0.8', JSON_TYPE],
  ['image/png, application/json;q=0.001', JSON_TYPE],
];

for (const [accept, type] of accepted) {
  test(`Accept: ${accept || '(empty)'} gets ${type}`, async (t) => {
    const { status, headers } = await server.call('/api/time', { headers: { Accept: accept } });
    t.is(status, 200);
    t.is(headers.get('content-type'), type);
    t.regex(headers.get('vary') ?? '', /\bAccept\b/);
  });
}

test('a request without Accept gets JSON', async (t) => {
  const { status, headers } = await plainCall(`${server.url}/api/time`);
  t.is(status, 200);
  t.is(headers['content-type'], JSON_TYPE);
});

for (const accept of ['text/html', 'image/*', 'application/json;q=0', '*/*;q=0', 'application/yaml', 'xml']) {
  test(`Accept: ${accept} is a 406 in JSON`, async (t) => {
    const { status, headers, json } = await server.call('/api/time', { headers: { Accept: accept } });
    t.is(status, 406);
    t.is(headers.get('content-type'), JSON_TYPE);
    t.regex(headers.get('vary') ?? '', /\bAccept\b/);
    t.is(json.svcapi.error, 'not_acceptable');
    t.regex(json.svcapi.error_message, /application\/json, application\/xml or text\/xml/);
  });
}

const beaten: [string, string, string][] = [
  ['json', 'application/xml', JSON_TYPE],
  ['xml', 'application/json', XML_TYPE],
  ['json', 'text/html', JSON_TYPE],
  ['xml', 'text/html', XML_TYPE],
  ['xml', '*/*', XML_TYPE],
];

for (const [format, accept, type] of beaten) {
  test(`?format=${format} beats Accept: ${accept}`, async (t) => {
    const { status, headers } = await server.call(`/api/time?format=${format}`, { headers: { Accept: accept } });
    t.is(status, 200);
    t.is(headers.get('content-type'), type);
  });
}

for (const query of ['format=yaml', 'format=', 'format=XML', 'format', 'format=json&format=xml', 'format=json,xml']) {
  test(`?${query} is a 400`, async (t) => {
    const { status, headers, json } = await server.call(`/api/time?${query}`, {
      headers: { Accept: 'application/xml' },
    });
    t.is(status, 400);
    t.is(headers.get('content-type'), JSON_TYPE);
    t.is(json.svcapi.error, 'invalid_parameter');
    t.is(json.svcapi.parameter, 'format');
  });
}

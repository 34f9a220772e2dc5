import test from 'ava';
import { plainCall } from '../../helpers/plain.js';
import { startServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ empty: true });

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';
const TEXT_XML_TYPE = 'text/xml; charset=utf-8';

// RFC 9110, section 12.5.1.
const accepted: [string, string][] = [
  ['', JSON_TYPE],
  [' ', JSON_TYPE],
  [',', JSON_TYPE],
  [' ,\t, ', JSON_TYPE],
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
  // Parameters other than q do not matter.
  ['application/json; charset=utf-8', JSON_TYPE],
  ['application/json;version=2', JSON_TYPE],
  ['application/json;indent=4', JSON_TYPE],
  ['application/xml; charset=utf-8', XML_TYPE],
  ['text/xml;charset="utf-8"', TEXT_XML_TYPE],
  ['application/xml;a="x, application/json;q=1";Q=0.5, application/json;b=";q=0";q=0.4', XML_TYPE],
  ['application/json;version=2;q=0.1, text/xml;level=1;q=0.2', TEXT_XML_TYPE],
  ['*/*;charset=utf-8', JSON_TYPE],
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

for (const accept of [
  'text/html',
  'image/*',
  'application/json;q=0',
  'application/json;version=2;q=0',
  '*/*;q=0',
  'application/yaml',
  'xml',
]) {
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
    const { status, json } = await server.call(`/api/time?${query}`);
    t.is(status, 400);
    t.is(json.svcapi.error, 'invalid_parameter');
    t.is(json.svcapi.parameter, 'format');
  });

  for (const [path, accept, type] of [
    ['/api/time', 'application/xml', XML_TYPE],
    ['/api/time', 'text/html', JSON_TYPE],
    ['/api/time.xml', 'application/json', XML_TYPE],
  ] as const) {
    test(`the error of ${path}?${query} with Accept: ${accept} is ${type}`, async (t) => {
      const { status, headers, text } = await server.call(`${path}?${query}`, { headers: { Accept: accept } });
      t.is(status, 400);
      t.is(headers.get('content-type'), type);
      t.regex(text, /invalid_parameter/);
    });
  }
}

const suffixes: [string, string, string][] = [
  ['/api/time.json', 'application/xml', JSON_TYPE],
  ['/api/time.xml', 'application/json', XML_TYPE],
  ['/api/time.xml', 'text/html', XML_TYPE],
  ['/api/time.xml/', '*/*', XML_TYPE],
  ['/API/TIME.XML', '*/*', XML_TYPE],
  ['/ratelimits.xml', '*/*', XML_TYPE],
  ['/.xml', '*/*', XML_TYPE],
  ['.xml', '*/*', XML_TYPE],
  ['/api/time.xml?format=json', '*/*', JSON_TYPE],
];

for (const [path, accept, type] of suffixes) {
  test(`${path} with Accept: ${accept} gets ${type}, and names the path that was asked for`, async (t) => {
    const { status, headers, text } = await server.call(path, { headers: { Accept: accept } });
    t.is(status, 200);
    t.is(headers.get('content-type'), type);
    t.regex(text, new RegExp(`request"?[=:]"${`/ws/v2.0${path}`.split('?')[0]?.replaceAll('.', '\\.')}"`));
  });
}

for (const path of ['/nowhere.xml', '/datacards/nobody.xml']) {
  test(`the error of ${path} is in XML`, async (t) => {
    const { status, headers } = await server.call(path);
    t.is(status, 404);
    t.is(headers.get('content-type'), XML_TYPE);
  });
}

for (const path of ['/api/time.yaml', '/api/time.xml.xml', '/api/time%2Exml', '/api/time.']) {
  test(`${path} is a 404`, async (t) => t.is((await server.call(path)).status, 404));
}

test('--default-format xml is for clients that accept any format', async (t) => {
  const xmlServer = await startServer({ empty: true, defaultFormat: 'xml' });
  t.teardown(() => xmlServer.close());
  const url = `${xmlServer.url}/api/time`;
  t.is((await plainCall(url)).headers['content-type'], XML_TYPE);
  for (const [accept, type] of [
    ['*/*', XML_TYPE],
    ['application/*', XML_TYPE],
    ['text/html, */*;q=0.8', XML_TYPE],
    ['application/json', JSON_TYPE],
    ['application/json, application/xml', JSON_TYPE],
  ] as const) {
    t.is((await plainCall(url, { headers: { Accept: accept } })).headers['content-type'], type, accept);
  }
  t.is((await plainCall(`${url}?format=json`)).headers['content-type'], JSON_TYPE);
  t.is((await plainCall(`${url}.json`)).headers['content-type'], JSON_TYPE);
  t.is((await plainCall(`${url}s`)).headers['content-type'], XML_TYPE);
  const refused = await plainCall(url, { headers: { Accept: 'text/html' } });
  t.is(refused.status, 406);
  t.is(refused.headers['content-type'], JSON_TYPE);
  t.is((await plainCall(url, { headers: { Accept: ',' } })).headers['content-type'], XML_TYPE);
});

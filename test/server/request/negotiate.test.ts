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
  ['application/xml;Q=0.3, application/json;q=0.4', JSON_TYPE],
  ['application/json;version=2;q=0.1, text/xml;level=1;q=0.2', TEXT_XML_TYPE],
  ['*/*;charset=utf-8', JSON_TYPE],
];

test('Accept chooses the format, or is a 406 in JSON', async (t) => {
  for (const [Accept, type] of accepted) {
    const { status, headers } = await server.call('/api/time', { headers: { Accept } });
    t.is(`${status} ${headers.get('content-type')}`, `200 ${type}`, Accept);
    t.regex(headers.get('vary') ?? '', /\bAccept\b/);
  }
  const without = await plainCall(`${server.url}/api/time`);
  t.is(`${without.status} ${without.headers['content-type']}`, `200 ${JSON_TYPE}`);
  const none = ['application/json;q=0', 'application/json;version=2;q=0', '*/*;q=0', 'application/yaml', 'xml'];
  for (const Accept of ['text/html', 'image/*', ...none]) {
    const { status, headers, json } = await server.call('/api/time', { headers: { Accept } });
    t.is(`${status} ${headers.get('content-type')} ${json.svcapi.error}`, `406 ${JSON_TYPE} not_acceptable`, Accept);
    t.regex(headers.get('vary') ?? '', /\bAccept\b/);
    t.regex(json.svcapi.error_message, /application\/json, application\/xml or text\/xml/);
  }
});

/** What beats Accept: a suffix of the path, and the parameter `format` even that. */
const beaten: [path: string, accept: string, type: string][] = [
  ['/api/time?format=json', 'application/xml', JSON_TYPE],
  ['/api/time?format=xml', 'application/json', XML_TYPE],
  ['/api/time?format=json', 'text/html', JSON_TYPE],
  ['/api/time?format=xml', 'text/html', XML_TYPE],
  ['/api/time?format=xml', '*/*', XML_TYPE],
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

test('format and a suffix beat Accept, and the answer names the path that was asked for', async (t) => {
  for (const [path, Accept, type] of beaten) {
    const { status, headers, text } = await server.call(path, { headers: { Accept } });
    t.is(`${status} ${headers.get('content-type')}`, `200 ${type}`, `${path} ${Accept}`);
    t.regex(text, new RegExp(`request"?[=:]"${`/ws/v2.0${path}`.split('?')[0]?.replaceAll('.', '\\.')}"`));
  }
});

test('an unknown format is a 400 in the format that the rest asks for', async (t) => {
  for (const query of ['format=yaml', 'format=', 'format=XML', 'format', 'format=json&format=xml', 'format=json,xml']) {
    const { status, json } = await server.call(`/api/time?${query}`);
    t.is(`${status} ${json.svcapi.error} ${json.svcapi.parameter}`, '400 invalid_parameter format', query);
    for (const [path, Accept, type] of [
      ['/api/time', 'application/xml', XML_TYPE],
      ['/api/time', 'text/html', JSON_TYPE],
      ['/api/time.xml', 'application/json', XML_TYPE],
    ] as const) {
      const { status, headers, text } = await server.call(`${path}?${query}`, { headers: { Accept } });
      t.is(`${status} ${headers.get('content-type')}`, `400 ${type}`, `${path}?${query} ${Accept}`);
      t.regex(text, /invalid_parameter/);
    }
  }
});

test('errors are in the format of the suffix, and only .json and .xml are suffixes', async (t) => {
  for (const path of ['/nowhere.xml', '/datacards/nobody.xml']) {
    const { status, headers } = await server.call(path);
    t.is(`${status} ${headers.get('content-type')}`, `404 ${XML_TYPE}`, path);
  }
  for (const path of ['/api/time.yaml', '/api/time.xml.xml', '/api/time%2Exml', '/api/time.'])
    t.is((await server.call(path)).status, 404, path);
});

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

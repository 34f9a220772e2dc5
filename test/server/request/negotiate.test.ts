import test from 'ava';
import { plainCall } from '../../helpers/plain.js';
import type { Server } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ empty: true });

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';
const TEXT_XML_TYPE = 'text/xml; charset=utf-8';

/** Returns the status and the type of an answer. */
async function outcome({ url }: Server, path: string, Accept?: string): Promise<string> {
  const { status, headers } = await plainCall(url + path, { headers: Accept === undefined ? {} : { Accept } });
  return `${status} ${headers['content-type']}`;
}

// RFC 9110, section 12.5.1. Parameters other than q do not matter.
const accepted: Record<string, (string | undefined)[]> = {
  [JSON_TYPE]: [
    ...[undefined, '', ' ,\t, ', '*/*', 'application/*', 'application/json', '*/*;charset=utf-8'],
    ...['application/json, application/xml', 'application/xml;q=0.8, application/json;q=0.9', 'text/html, */*;q=0.8'],
    ...['image/png, application/json;q=0.001', 'application/xml;Q=0.3, application/json;q=0.4'],
  ],
  [XML_TYPE]: [
    ...['APPLICATION/XML', 'application/xml, application/json', 'application/json;q=0.5, application/xml'],
    ...['application/json;q=0, */*', 'text/html, application/xml;q=0.9, */*;q=0.8', 'application/xml; charset=utf-8'],
    'application/xml;a="x, application/json;q=1";Q=0.5, application/json;b=";q=0";q=0.4',
  ],
  [TEXT_XML_TYPE]: [
    ...['text/*', 'text/xml', 'application/json;q=0.8, text/xml;q=0.81', '*/*;q=0.1, text/xml'],
    'application/json;q=0, application/xml;q=0, */*;q=0.1',
    'application/json;version=2;q=0.1, text/xml;level=1;q=0.2',
  ],
};

test('Accept chooses the format, or is a 406 in JSON', async (t) => {
  for (const [type, lists] of Object.entries(accepted))
    for (const list of lists) t.is(await outcome(server, '/api/time', list), `200 ${type}`, list);
  for (const Accept of ['text/html', 'image/*', 'application/json;version=2;q=0', '*/*;q=0', 'xml']) {
    t.is(await outcome(server, '/api/time', Accept), `406 ${JSON_TYPE}`, Accept);
    const { json, headers } = await server.call('/api/time', { headers: { Accept } });
    t.regex(json.svcapi.error_message, /application\/json, application\/xml or text\/xml/);
    t.regex(headers.get('vary') ?? '', /\bAccept\b/);
  }
});

test('a suffix of the path beats Accept, and the parameter `format` both', async (t) => {
  for (const [path, accept, type] of [
    ['/api/time?format=json', 'text/html', JSON_TYPE],
    ['/api/time?format=xml', 'application/json', XML_TYPE],
    ['/api/time.json', 'application/xml', JSON_TYPE],
    ['/api/time.xml', 'text/html', XML_TYPE],
    ['/API/TIME.XML', '*/*', XML_TYPE],
    ['/api/time.xml/', '*/*', XML_TYPE],
    ['/ratelimits.xml', '*/*', XML_TYPE],
    ['/.xml', '*/*', XML_TYPE],
    ['.xml', '*/*', XML_TYPE],
    ['/api/time.xml?format=json', '*/*', JSON_TYPE],
  ] as const) {
    t.is(await outcome(server, path, accept), `200 ${type}`, `${path} ${accept}`);
    // The answer names the path that was asked for.
    const { text } = await server.call(path);
    t.regex(text, new RegExp(`request"?[=:]"${`/ws/v2.0${path}`.split('?')[0]?.replaceAll('.', '\\.')}"`));
  }
  for (const path of ['/api/time.yaml', '/api/time.xml.xml', '/api/time.'])
    t.is((await server.call(path)).status, 404, path);
});

test('an error is in the format that the rest asks for, also that of an unknown format', async (t) => {
  t.is(await outcome(server, '/nowhere.xml'), `404 ${XML_TYPE}`);
  for (const query of ['format=yaml', 'format=', 'format=XML', 'format=json&format=xml']) {
    const { status, json } = await server.call(`/api/time?${query}`);
    t.is(`${status} ${json.svcapi.error} ${json.svcapi.parameter}`, '400 invalid_parameter format', query);
    for (const [path, accept, type] of [
      ['/api/time', 'application/xml', XML_TYPE],
      ['/api/time', 'text/html', JSON_TYPE],
      ['/api/time.xml', 'application/json', XML_TYPE],
    ] as const)
      t.is(await outcome(server, `${path}?${query}`, accept), `400 ${type}`, `${path}?${query} ${accept}`);
  }
});

const xmlServer = sharedServer({ empty: true, defaultFormat: 'xml' });

test('--default-format xml is for clients that accept any format', async (t) => {
  for (const [path, accept, expected] of [
    ['/api/time', undefined, `200 ${XML_TYPE}`],
    ['/api/time', 'application/*', `200 ${XML_TYPE}`],
    ['/api/time', 'text/html, */*;q=0.8', `200 ${XML_TYPE}`],
    ['/api/times', undefined, `404 ${XML_TYPE}`],
    ['/api/time', 'application/json, application/xml', `200 ${JSON_TYPE}`],
    ['/api/time?format=json', undefined, `200 ${JSON_TYPE}`],
    ['/api/time.json', undefined, `200 ${JSON_TYPE}`],
    ['/api/time', 'text/html', `406 ${JSON_TYPE}`],
  ] as const)
    t.is(await outcome(xmlServer, path, accept), expected, `${path} ${accept}`);
});

import test from 'ava';
import { requestOf, targetOf } from '../../src/client/request.js';

const targets: [url: string, path: string, target: string][] = [
  ['http://h', '/api/time', '/ws/v2.0/api/time'],
  ['http://h/', 'api/time', '/ws/v2.0/api/time'],
  ['http://h/space', '/', '/space/ws/v2.0/'],
  ['http://h', '/ws/v2.0', '/ws/v2.0'],
  ['http://h', '/ws/v2.0/', '/ws/v2.0/'],
  ['http://h', '/ws/v2.0?x', '/ws/v2.0?x'],
  ['http://h', '/ws/v2.0x', '/ws/v2.0/ws/v2.0x'],
  ['http://h', '/a/../b', '/ws/v2.0/a/../b'],
  ['http://h', '/%41 é#\r\n', '/ws/v2.0/%41%20%C3%A9%23%0D%0A'],
];

for (const [url, path, target] of targets) {
  test(`the target of ${JSON.stringify(path)} at ${url}`, (t) => t.is(targetOf(url, path), target));
}

test('a query follows the path, without undefined parameters', (t) => {
  t.is(targetOf('http://h', '/a', { b: 1, c: undefined, 'd e': '&=' }), '/ws/v2.0/a?b=1&d+e=%26%3D');
  t.is(targetOf('http://h', '/a?z', { b: 1 }), '/ws/v2.0/a?z&b=1');
  t.is(targetOf('http://h', '/a', {}), '/ws/v2.0/a');
});

test('path parameters are encoded, and an optional one can be omitted', (t) => {
  const path = (uid?: string) => requestOf('GET /character[/{uid}]', { params: { uid } }).path;
  t.is(path(), '/character');
  t.is(path('1:2'), '/character/1:2');
  t.is(path('a/b ?%é'), '/character/a%2Fb%20%3F%25%C3%A9');
  // Otherwise the service would take the end for the format.
  t.is(path('a.b.json'), '/character/a.b.json.json');
  t.is(path('A.XML'), '/character/A.XML.json');
  t.is(requestOf('GET /character/{uid}/credits', { params: { uid: 'a.json' } }).path, '/character/a.json/credits');
});

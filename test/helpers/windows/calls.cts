const http = require('node:http') as typeof import('node:http');
const { text } = require('node:stream/consumers') as typeof import('node:stream/consumers');

const [url = '', token = ''] = process.argv.slice(2);
const API = '/ws/v2.0';

/** Calls of a program to the test double: its own, and those that a player's program makes. */
const CALLS: [method: string, path: string, body?: object][] = [
  ['POST', '/sandbox/clock', { set: 'Year 27 Day 1' }],
  ['GET', `${API}/api/helloworld`],
  ['GET', `${API}/character`],
  ['POST', '/sandbox/faults', { route: 'GET /character', code: 'unavailable', times: 1 }],
  ['GET', `${API}/character`],
  ['GET', `${API}/character`],
  ['POST', '/sandbox/requests/verify', { route: 'GET /character', times: 3 }],
  ['POST', '/sandbox/requests/verify', { route: 'GET /character', times: 7 }],
  ['POST', '/sandbox/reset', {}],
];

/** Wine does not connect for `fetch`. */
async function call(method: string, path: string, body?: object): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const request = http.request(url + path, { method, headers, agent: false });
  request.end(body && JSON.stringify(body));
  const [response] = (await require('node:events').once(request, 'response')) as [import('node:http').IncomingMessage];
  return `${method} ${path}: ${response.statusCode} ${await text(response)}\n`;
}

void (async () => {
  for (const each of CALLS) process.stdout.write(await call(...each));
})();

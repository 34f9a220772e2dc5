#!/usr/bin/env node
// A program that a player signs in to: OAuth 2 with a code and PKCE on a loopback address, and nothing but Node.js.
//
//   sign-in.mjs http://127.0.0.1:8080 demo-program character_read
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const [service = 'http://127.0.0.1:8080', client_id = 'demo-program', scope = 'character_read'] = process.argv.slice(2);
const metadata = await read(`${service}/.well-known/oauth-authorization-server`);

// The browser comes back to a free port of this device.
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const redirect_uri = `http://127.0.0.1:${server.address().port}/`;

// Only this program knows the state and the verifier: a code that somebody else sends or steals is worth nothing.
const [state, code_verifier] = [secret(), secret()];
const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
const question = { response_type: 'code', client_id, redirect_uri, scope, state };
const query = new URLSearchParams({ ...question, code_challenge, code_challenge_method: 'S256' });
process.stdout.write(`Open this address in a browser:\n\n  ${metadata.authorization_endpoint}?${query}\n\n`);

const answer = await comesBack();
server.close();
if (answer.get('iss') !== metadata.issuer) fail('the answer is of another service');
if (answer.has('error')) fail(`${answer.get('error')}: ${answer.get('error_description')}`);

const form = { grant_type: 'authorization_code', client_id, redirect_uri, code: answer.get('code'), code_verifier };
const token = await read(metadata.token_endpoint, { method: 'POST', body: new URLSearchParams(form) });
const headers = { Authorization: `Bearer ${token.access_token}` };
const { svcapi } = await read(`${service}/ws/v2.0/character`, { headers });
process.stdout.write(`${svcapi.character.name} allows ${token.scope} for ${token.expires_in} seconds:

  export TOKEN=${token.access_token}
`);

function secret() {
  return randomBytes(32).toString('base64url');
}

/** Waits for the browser, and returns the parameters of the answer that has the state. */
async function comesBack() {
  for (;;) {
    const [request, response] = await once(server, 'request');
    const { searchParams } = new URL(request.url, redirect_uri);
    const isOurs = searchParams.get('state') === state;
    response.writeHead(isOurs ? 200 : 404, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end(isOurs ? 'You can close this page, and return to the program.\n' : 'There is nothing here.\n');
    if (isOurs) return searchParams;
  }
}

async function read(address, init) {
  const response = await fetch(address, init);
  if (!response.ok) fail(`${new URL(address).pathname} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

function fail(reason) {
  process.stderr.write(`sign-in.mjs: ${reason}\n`);
  process.exit(1);
}

import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../src/store/token.js';
import { NOW } from '../../helpers/galaxy.js';
import type { Server } from '../../helpers/server.js';
import { accountFor, type Seen, Visitor } from '../../helpers/visitor.js';

/** The redirect address of the program with a secret, where nothing listens. */
export const WEB = 'https://tools.example/signed-in';

/** The redirect address of the public program, with a port of the moment. */
export const LOOPBACK = 'http://127.0.0.1:49152/signed-in';

/** The origin of a server, which is its issuer. */
export const originOf = ({ url }: Server) => new URL(url).origin;

/** An account with a browser that is signed in, and two programs: `tool`, which has a secret, and `app`, which has none. */
export async function people(server: Server, characters = ['1:1']) {
  const { store, url } = server;
  const account = await accountFor(store, 'Hana', characters);
  const secret = newToken(SECRET_PREFIXES.clientSecret);
  const web = { redirect_uris: JSON.stringify([WEB]), secret_hash: tokenHash(secret) };
  await store.clients.create({ id: 'tool', name: 'The Tool', ...web }, NOW);
  await store.clients.create({ id: 'other-tool', name: 'Another tool', ...web }, NOW);
  const native = { redirect_uris: '["http://127.0.0.1/signed-in"]', application_type: 'native', is_public: 1 } as const;
  await store.clients.create({ id: 'app', name: 'The App', ...native }, NOW);
  const visitor = new Visitor(url);
  await visitor.signIn('Hana');
  return { account, secret, visitor };
}

/** What openid-client knows about a server, by discovery. */
export function discover(
  server: Server,
  client: 'tool' | 'app',
  authentication: oauth.ClientAuth,
  algorithm: 'oauth2' | 'oidc' = 'oauth2',
): Promise<oauth.Configuration> {
  return oauth.discovery(new URL(originOf(server)), client, undefined, authentication, {
    algorithm,
    execute: [oauth.allowInsecureRequests],
  });
}

/** Sends a browser to an address, and allows what the program asks for; returns where it is sent to in the end. */
export async function allow(
  visitor: Visitor,
  address: string | URL,
  answer: Record<string, string> = { decision: 'allow' },
): Promise<URL> {
  return new URL((await follow(visitor, await visitor.open(String(address)), answer)).location ?? '');
}

/** Follows redirects within the service, and answers its question. */
export async function follow(visitor: Visitor, seen: Seen, answer: Record<string, string>): Promise<Seen> {
  for (let at = 0; at < 8; at += 1) {
    if (seen.location === undefined) {
      if (!seen.html.includes('name="decision"')) return seen;
      seen = await visitor.send(answer);
    } else if (new URL(seen.location).pathname.startsWith('/ws/')) seen = await visitor.open(seen.location);
    else return seen;
  }
  return seen;
}

export const VERIFIER = 'a'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** The address of a request for authorization. */
export function authorizeAddress(server: Server, parameters: Record<string, string>): string {
  const query = new URLSearchParams({ response_type: 'code', scope: 'character_read', state: 's', ...parameters });
  return `${originOf(server)}/ws/oauth2/auth?${query}`;
}

/** Sends a form to an endpoint. */
export async function post(
  server: Server,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${originOf(server)}/ws/oauth2${path}`, {
    ...{ method: 'POST', body: new URLSearchParams(fields), headers },
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json');
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : {}) as any };
}

/** Goes through the whole code flow of the public program, and returns the answer with its tokens. */
export async function signInApp(server: Server, visitor: Visitor, more: Record<string, string> = {}) {
  const asked = { client_id: 'app', redirect_uri: LOOPBACK, access_type: 'offline' };
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const back = await allow(visitor, authorizeAddress(server, { ...asked, ...pkce, ...more }));
  const code = back.searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id: 'app',
    redirect_uri: LOOPBACK,
    code,
    code_verifier: VERIFIER,
  };
  return { code, form, answer: await post(server, '/token', form) };
}

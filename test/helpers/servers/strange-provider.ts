import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { IdentityProviderOptions } from '../../../src/server/accounts/openid-connect/identity-provider.js';
import { listen } from '../cli/strange-server.js';
import type { Scope } from '../scope.js';

type Fields = Record<string, unknown>;

/** Ways in which the provider goes wrong; without any it is a sound one. */
export interface Strangeness {
  /** Changes of its metadata. */
  metadata?: Fields;
  /** Changes of the header and of the claims of the ID token; undefined leaves one out. */
  header?: Fields;
  claims?: Fields;
  /** Signs with a key that it does not publish, with the secret of the client, or not at all. */
  signature?: 'other key' | 'secret' | 'none' | 'broken';
  /** Changes of the answer of the token endpoint. */
  tokens?: Fields;
  /** What it does on a path instead of its work. */
  on?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
}

/** A provider that says and does what a test wants. */
export interface StrangeProvider extends Strangeness {
  origin: string;
  options: IdentityProviderOptions;
  /** The paths that were asked for. */
  paths: string[];
  /** The path after which the service waits for no answer. */
  impatientAfter?: string;
  /** Signs somebody in at the address that the service leads to, and returns the address that the browser is sent back to. */
  signIn(address: URL, answer?: Record<string, string>): string;
}

const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRET = 'secret-of-the-galaxy';

/** Starts such a provider, which ends with the test. */
export async function strangeProvider(t: Scope): Promise<StrangeProvider> {
  const server = http.createServer((request, response) => void answer(request, response));
  const origin = await listen(t, server);
  let nonce = '';
  const self: StrangeProvider = {
    origin,
    options: {
      ...{ issuer: `${origin}/`, clientId: 'galaxy', clientSecret: SECRET },
      ...{ name: 'Forum', create: true, timeout: 3_600_000 },
    },
    paths: [],
    signIn({ searchParams }, query = { code: 'a-code' }) {
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries({ state: searchParams.get('state') ?? '', ...query }))
        back.searchParams.set(name, value);
      return back.href;
    },
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', origin);
    self.paths.push(pathname);
    if (pathname === self.impatientAfter) self.options.timeout = 1;
    const instead = self.on?.[pathname];
    const body = instead ? undefined : bodyOf(pathname);
    if (instead) instead(request, response);
    else if (body === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  }

  function bodyOf(pathname: string): object | undefined {
    if (pathname === '/.well-known/openid-configuration') return { ...metadata(origin), ...self.metadata };
    const key = { ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' };
    if (pathname === '/keys') return { keys: [key] };
    if (pathname !== '/token') return undefined;
    const id_token = idToken(origin, nonce, self);
    return { access_token: 'of-the-provider', token_type: 'Bearer', id_token, ...self.tokens };
  }
  return self;
}

function metadata(origin: string): Fields {
  const endpoints = { authorization_endpoint: `${origin}/auth`, token_endpoint: `${origin}/token` };
  return {
    ...{ issuer: origin, jwks_uri: `${origin}/keys`, ...endpoints },
    ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  };
}

function idToken(origin: string, nonce: string, { header, claims, signature }: Strangeness): string {
  const now = Math.floor(Date.now() / 1000);
  const alg = signature === 'none' ? 'none' : signature === 'secret' ? 'HS256' : 'ES256';
  const payload = { iss: origin, aud: 'galaxy', sub: 'somebody', iat: now, exp: now + 300, nonce };
  const parts = [
    { alg, kid: 'k', ...header },
    { ...payload, ...claims },
  ] as const;
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${signatureOf(text, signature)}`;
}

function signatureOf(text: string, signature: Strangeness['signature']): string {
  if (signature === 'none') return '';
  if (signature === 'secret') return createHmac('sha256', SECRET).update(text).digest('base64url');
  const { privateKey } = signature === 'other key' ? other : own;
  const signed = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  if (signature === 'broken') signed.reverse();
  return signed.toString('base64url');
}

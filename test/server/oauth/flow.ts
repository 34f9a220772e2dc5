import { createHash } from 'node:crypto';
import test, { type ExecutionContext, type Macro } from 'ava';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../src/store/token.js';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, type ServerSetup, startServer } from '../../helpers/server.js';
import { accountFor, type Seen, Visitor } from '../../helpers/visitor.js';

/** The redirect address of the program with a secret, where nothing listens. */
export const WEB = 'https://tools.example/signed-in';

/** The redirect address of the public program, with a port of the moment. */
export const LOOPBACK = 'http://127.0.0.1:49152/signed-in';

/** The origin of a server, which is its issuer. */
export const originOf = ({ url }: Pick<Server, 'url'>) => new URL(url).origin;

/** A server with what `people` has made there. */
export type Peopled = Server & Awaited<ReturnType<typeof people>>;

type Work = (t: ExecutionContext, server: Peopled) => Promise<void>;

/** Returns a macro for tests with a server of their own and its people. */
export const peopleWith = (setup: ServerSetup = {}, characters?: string[]): Macro<[Work]> =>
  test.macro(async (t, work: Work) => {
    const server = await startServer(setup);
    try {
      await work(t, { ...server, ...(await people(server, characters)) });
    } finally {
      await server.close();
    }
  });

/** A test with a server of its own and its people: `test('title', withPeople, async (t, server) => …)`. */
export const withPeople = peopleWith();

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

/** Sends a browser to an address, and allows what the program asks for; returns where it is sent to in the end. */
export async function allow(
  visitor: Visitor,
  address: string | URL,
  answer: Record<string, string> = { decision: 'allow' },
): Promise<URL> {
  const seen = await follow(visitor, await visitor.open(String(address)), answer);
  if (seen.location === undefined) throw new Error(`the service leads nowhere: ${seen.status} ${seen.html}`);
  return new URL(seen.location);
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
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** The address of a request for authorization. */
export function authorizeAddress(server: Pick<Server, 'url'>, parameters: Record<string, string>): string {
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

/** Returns the status of a call with a token. */
export const statusWith = async (server: Server, token: string) =>
  (await server.call('/character', { headers: { Authorization: `Bearer ${token}` } })).status;

/** The parameters of a request for authorization by the public program, and by the one with a secret. */
export const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
export const APP = { client_id: 'app', redirect_uri: LOOPBACK, ...PKCE };
export const TOOL = { client_id: 'tool', redirect_uri: WEB };

/** The exchange of a code by the public program, without the code. */
export const EXCHANGE = {
  ...{ grant_type: 'authorization_code', client_id: 'app', redirect_uri: LOOPBACK, code_verifier: VERIFIER },
};

/** Lets the visitor allow what a program asks for, and returns the parameters with which they are sent back. */
export async function askFor(
  server: Pick<Peopled, 'url' | 'visitor'>,
  parameters: Record<string, string>,
  answer?: Record<string, string>,
): Promise<URLSearchParams> {
  return (await allow(server.visitor, authorizeAddress(server, parameters), answer)).searchParams;
}

/** Goes through the code flow of the public program, and returns the answer with its tokens. */
export async function signInApp(server: Server, visitor: Visitor, more: Record<string, string> = {}) {
  const asked = await askFor({ ...server, visitor }, { ...APP, access_type: 'offline', ...more });
  const code = asked.get('code') ?? '';
  const form = { ...EXCHANGE, code };
  const answer = await post(server, '/token', form);
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token as string };
  return { code, form, answer, token: answer.json.access_token as string, refresh };
}

/** Goes through the code flow of the program with a secret, and returns the answer with its token. */
export async function signInTool(
  server: Peopled,
  parameters: Record<string, string> = {},
  changes: Record<string, string> = {},
  wait = 0,
) {
  const { character, ...asked } = { ...TOOL, ...parameters } as Record<string, string>;
  const answer: Record<string, string> = { decision: 'allow', ...(character && { character }) };
  const code = (await askFor(server, asked, answer)).get('code') ?? '';
  server.time.now += wait;
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code };
  return post(server, '/token', { ...form, client_id: 'tool', client_secret: server.secret, ...changes });
}

/** Asks about a token with the secret of `tool`. */
export const introspect = async (server: Peopled, token: string, more: Record<string, string> = {}) =>
  (await post(server, '/introspect', { token, client_id: 'tool', client_secret: server.secret, ...more })).json;

/** Sends a GET request to an endpoint. */
export const read = (server: Server, path: string, headers: Record<string, string> = {}) =>
  fetch(`${originOf(server)}/ws/oauth2${path}`, { headers });

/** Asks for the code of a device, and enters it in the browser with a decision, if there is one. */
export async function askDevice(
  server: Peopled,
  decision?: 'allow' | 'deny',
  clientId = 'app',
  scope = 'character_read',
) {
  const { json } = await post(server, '/device', { client_id: clientId, scope });
  if (decision !== undefined) {
    await server.visitor.visit('/account/device');
    await server.visitor.send({ user_code: json.user_code });
    await server.visitor.send({ decision });
  }
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const poll = () => post(server, '/token', { grant_type, client_id: clientId, device_code: json.device_code });
  return { ...(json as Record<'device_code' | 'user_code' | 'verification_uri', string> & { interval: number }), poll };
}

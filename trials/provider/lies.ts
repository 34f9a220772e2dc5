import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Random } from '../../src/demo/random.js';
import type { Strangeness, StrangeProvider } from '../../test/helpers/servers/strange-provider.js';

/** What a provider does wrong in one sign-in. */
export interface Lie {
  name: string;
  strangeness: Strangeness;
  /** The query of the address that the browser is sent back to, in place of a code. */
  answer?: Record<string, string>;
  /** The name of whom it signs in nevertheless. */
  signsIn?: string;
}

/** The paths of a provider in the order in which they are asked for. */
export const PATHS = ['/.well-known/openid-configuration', '/token', '/keys'] as const;

type Act = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns a lie. `now` is the time of the service, in seconds, and `elsewhere` an address that nobody should ask. */
export function lieOf(number: number, random: Random, now: number, elsewhere: string): Lie {
  const current = { iat: now, exp: now + 300 };
  const turn = Math.floor(number / 3);
  if (number % 3 === 0) return tokenLie(turn, random, now);
  return number % 3 === 1 ? actLie(random, current, elsewhere) : answerOf(turn, current);
}

const SIGNATURES = ['other key', 'secret', 'none', 'broken'] as const;

/** Returns a lie in an ID token: each kind in turn. */
function tokenLie(turn: number, random: Random, now: number): Lie {
  const current = { iat: now, exp: now + 300 };
  const wrong: [claim: string, claims: Record<string, unknown>][] = [
    ['issuer', { iss: random.pick(['https://other.example', undefined, '', 7]) }],
    ['audience', { aud: random.pick(['another', undefined, [], ['another'], 'galaxy2', 'Galaxy']) }],
    ['authorized party', { aud: ['galaxy', 'b'], azp: 'b' }],
    ['nonce', { nonce: random.pick(['of-another-browser', undefined, '', 7]) }],
    ['expiry', { iat: now - 9000, exp: random.pick([now - 8000, undefined, 'never', -1]) }],
    [
      'subject',
      { sub: random.pick(['', undefined, 'x'.repeat(256), 'a\0b', { a: 1 }, 'nobody', 'Somebody', 'somebody ']) },
    ],
  ];
  const [claim, claims] = wrong[turn % (wrong.length + 2)] ?? [];
  if (claim !== undefined) return { name: `wrong ${claim}`, strangeness: { claims: { ...current, ...claims } } };
  const signature = SIGNATURES[(turn >> 3) % SIGNATURES.length] ?? 'none';
  if (turn % 2 === 0) return { name: `signature: ${signature}`, strangeness: { claims: current, signature } };
  const header = random.pick<Record<string, unknown>>([
    { alg: 'none' },
    { alg: 'HS256' },
    { alg: 'RS256' },
    { alg: undefined },
    { crit: ['b64'], b64: false },
    { kid: 'unknown' },
  ]);
  return { name: `header ${JSON.stringify(header)}`, strangeness: { claims: current, header } };
}

function actLie(random: Random, claims: Record<string, unknown>, elsewhere: string): Lie {
  const path = random.pick(PATHS);
  const [name, act] = random.pick<[string, Act]>([
    ['no answer', () => {}],
    ['a byte', (_, response) => json(response).write('{')],
    ['an endless answer', endless],
    ['a huge answer', (_, response) => json(response).end(JSON.stringify({ x: 'x'.repeat(2 ** 20) }))],
    ['a broken connection', (_, response) => response.destroy()],
    ['a page', (_, response) => response.setHeader('Content-Type', 'text/html').end('<html>')],
    ['half of its JSON', (_, response) => json(response).end('{"issuer":')],
    ['a list', (_, response) => json(response).end('[]')],
    [
      'an error',
      (_, response) =>
        json(response)
          .writeHead(random.pick([400, 401, 404, 500, 503]))
          .end('{}'),
    ],
    ['a redirect', (_, response) => response.writeHead(random.pick([302, 307]), { Location: elsewhere }).end()],
  ]);
  return { name: `${name} at ${path}`, strangeness: { claims, on: { [path]: act } } };
}

/** Returns a true ID token, or an answer without one or for somebody else: each in turn. */
function answerOf(turn: number, claims: Record<string, unknown>): Lie {
  const answers: Lie[] = [
    { name: 'the truth', strangeness: { claims }, signsIn: 'Hana Veil' },
    { name: 'another player', strangeness: { claims: { ...claims, sub: 'other' } }, signsIn: 'Bram' },
    { name: 'another state', strangeness: { claims }, answer: { code: 'a-code', state: 'x' } },
    { name: 'another issuer', strangeness: { claims }, answer: { code: 'a-code', iss: 'https://other.example' } },
    { name: 'an error', strangeness: {}, answer: { error: 'server_error', error_description: 'secret words' } },
    { name: 'no code', strangeness: { claims }, answer: {} },
    { name: 'no ID token', strangeness: { tokens: { id_token: undefined } } },
    { name: 'half an ID token', strangeness: { tokens: { id_token: 'a.b.c' } } },
  ];
  return answers[turn % answers.length] as Lie;
}

/** Makes a provider tell a lie, and nothing of the one before. */
export function tell(provider: StrangeProvider, { strangeness }: Lie): void {
  const none = { metadata: {}, header: {}, claims: {}, signature: undefined, tokens: {}, on: {} };
  Object.assign(provider, none, strangeness);
}

function json(response: ServerResponse): ServerResponse {
  return response.setHeader('Content-Type', 'application/json');
}

/** Writes as long as somebody reads. */
function endless(_: IncomingMessage, response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write('"x",'.repeat(4096)));
  };
  json(response).on('drain', write);
  response.write('[');
  write();
}

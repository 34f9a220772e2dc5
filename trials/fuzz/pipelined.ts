import type { Random } from '../../src/demo/random.js';
import type { Secrets } from './fuzz-request.js';
import { ODDITIES } from './mutate.js';

/** What a connection carries, and the methods of its requests. */
export interface Pipelined {
  bytes: Buffer;
  methods: string[];
  /** The number of its requests that must be answered. */
  whole: number;
}

type Texts = readonly [string, ...string[]];

const POST = 'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';

/** Requests with answers of every size. */
const FRONTS: Texts = [
  'GET /ws/v2.0/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n',
  'GET /ws/v2.0/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n',
  'GET /ws/v2.0/documentation HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n',
  'GET /ws/v2.0/datacards/20:2 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /ws/v2.0/datacards/20:2 HTTP/1.1\r\nHost: x\r\nAccept: application/xml\r\n\r\n',
  'GET /ws/v2.0/datacards/20:2 HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n',
  'GET /ws/v2.0/openapi.json HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n',
  'HEAD /ws/v2.0/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /ws/v2.0/nothing HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /ws/v2.0/character/1:1/creditlog HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  `${POST}Content-Length: 8\r\n\r\ncgt=Y1D1`,
  `${POST}Content-Length: 10000\r\n\r\ncgt=${'x'.repeat(9996)}`,
];

const METHODS: Texts = ['CONNECT', 'TRACE', 'OPTIONS', 'HEAD', 'GET', 'PUT', 'QUERY', 'M-SEARCH', 'PRI', 'BREW', 'get'];
const TARGETS: Texts = ['/ws/v2.0/openapi.json', '/', '*', 'x:1', 'http://x/', '/ws/v2.0/datacards/20:2'];
const FIELDS: Texts = [
  '',
  'Connection: close\r\n',
  'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  'Expect: 100-continue\r\n',
];

/** Returns one to four requests, and behind them one of any method, or garbage. */
export function randomPipelined(random: Random, { tokens: [token] }: Secrets): Pipelined {
  const fronts = Array.from({ length: 1 + random.below(4) }, () => random.pick(FRONTS).replace('TOKEN', token));
  const last = randomLast(random);
  return {
    bytes: Buffer.from(fronts.join('') + last, 'latin1'),
    methods: [...fronts, last].map((text) => /^\S*/.exec(text)?.[0] ?? ''),
    whole: fronts.length,
  };
}

function randomLast(random: Random): string {
  const head = `${random.pick(METHODS)} ${random.pick(TARGETS)} HTTP/1.1\r\nHost: x\r\n${random.pick(FIELDS)}`;
  const kind = random.next();
  if (kind < 0.25)
    return `CONNECT ${random.pick(TARGETS)} HTTP/1.1\r\nHost: x\r\n\r\n${random.chance(0.5) ? 'more' : ''}`;
  if (kind < 0.6) return `${head}\r\n`;
  if (kind < 0.7) return `${head}Content-Length: 100\r\n\r\nless`;
  if (kind < 0.8) return head.slice(0, random.below(head.length));
  if (kind < 0.9) return random.pick(ODDITIES);
  return Array.from({ length: random.below(5000) }, () => String.fromCharCode(random.below(256))).join('');
}

import type { Random } from '../../src/demo/random.js';
import { type Choices, type Secrets, words } from './requests.js';

/** Pieces that parsers of HTTP have stumbled over. */
const ODDITIES = [
  ...['', ' ', '\r', '\n', '\r\n', '\r\n\r\n', '\0', '\xff\xfe', '\x1b[0m', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ...': % %00 %ff / // /../ ? # & = ; , HTTP/0.9 HTTP/2.0 http://x/'.split(' '),
  ...['Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip', 'Host: x']
    .concat('Authorization: Bearer x', 'Upgrade: h2c\r\nConnection: Upgrade', ' folded', 'ffffffff')
    .map((line) => `${line}\r\n`),
  ...['CONNECT x:1', '9'.repeat(25), 'x'.repeat(3000), 'a: b\r\n'.repeat(120)],
] as unknown as Choices;

/** Damages bytes at some random places, most of them near the front. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  let text = bytes.toString('latin1');
  for (let edits = 1 + random.below(4); edits > 0; edits -= 1) {
    const at = random.chance(0.7) ? random.below(Math.min(text.length, 200) + 1) : random.below(text.length + 1);
    const length = random.below(6);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const edit = random.below(6);
    if (edit === 0) text = before + after.slice(length);
    else if (edit === 1) text = before + String.fromCharCode(random.below(256)) + after.slice(1);
    else if (edit === 2) text = before + after.slice(0, 40) + after;
    else if (edit === 3) text = random.chance(0.3) ? before : text;
    else text = before + random.pick(ODDITIES) + after;
  }
  return Buffer.from(text, 'latin1');
}

/** What a connection carries, and the methods of its requests. */
export interface Pipelined {
  bytes: Buffer;
  methods: string[];
  /** The number of its requests that must be answered. */
  whole: number;
}

const POST = 'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';

/** Returns the beginning of a GET of a document or a list, with a header field. */
const get = (path: string, field = '') => `GET /ws/v2.0${path} HTTP/1.1\r\nHost: x\r\n${field && `${field}\r\n`}\r\n`;

/** Requests with answers of every size. */
const FRONTS: Choices = [
  get('/openapi.json', 'Accept-Encoding: identity'),
  get('/openapi.json', 'Accept-Encoding: gzip'),
  get('/openapi.json', 'If-None-Match: *'),
  get('/openapi.json').replace('GET', 'HEAD'),
  get('/documentation', 'Accept: text/html'),
  get('/datacards/20:2'),
  get('/datacards/20:2', 'Accept: application/xml'),
  get('/nothing'),
  get('/character/1:1/creditlog', 'Authorization: Bearer TOKEN'),
  `${POST}Content-Length: 8\r\n\r\ncgt=Y1D1`,
  `${POST}Content-Length: 10000\r\n\r\ncgt=${'x'.repeat(9996)}`,
];

const METHODS = words('CONNECT TRACE OPTIONS HEAD GET PUT QUERY M-SEARCH PRI BREW get');
const TARGETS = words('/ws/v2.0/openapi.json / * x:1 http://x/ /ws/v2.0/datacards/20:2');
const FIELDS: Choices = [
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

import type { Random } from '../../src/demo/random.js';

/** Pieces that parsers of HTTP have stumbled over. */
export const ODDITIES = [
  ...['', ' ', '\r', '\n', '\r\n', '\r\n\r\n', '\0', '\xff\xfe', '\x1b[0m', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ...': % %00 %ff / // /../ ? # & = ; , HTTP/0.9 HTTP/2.0 http://x/'.split(' '),
  ...['Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip', 'Host: x']
    .concat('Authorization: Bearer x', 'Upgrade: h2c\r\nConnection: Upgrade', ' folded', 'ffffffff')
    .map((line) => `${line}\r\n`),
  ...['CONNECT x:1', '9'.repeat(25), 'x'.repeat(3000), 'a: b\r\n'.repeat(120)],
] as unknown as readonly [string, ...string[]];

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

import test from 'ava';
import fc from 'fast-check';
import { browserName } from '../../src/domain/browser-name.js';
import { givenName } from '../../src/domain/text.js';

const MOZILLA = 'Mozilla/5.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

const known: [name: string, userAgent: string][] = [
  ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0`],
  ['Firefox on Android', `${MOZILLA} (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0`],
  ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36`],
  ['Chrome on Android', `${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ['Edge on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/126.0.0.0`],
  ['Opera on macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/111.0.0.0`],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1`,
  ],
  ['Unknown browser on Linux', 'Something/1.0 (Linux)'],
  ['Unknown browser', 'curl/8.9.1'],
  ['Unknown browser', ''],
];

for (const [name, userAgent] of known) {
  test(`a browser has plain words: ${name}, of “${userAgent}”`, (t) => {
    t.is(browserName(userAgent), name);
  });
}

test('the words of a browser are short and can be a name, whatever it sends', (t) => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('Firefox/', 'Windows', '\u202e', '<'), fc.string()) });
  fc.assert(
    fc.property(text, (userAgent) => {
      const name = browserName(userAgent);
      return givenName(name) === name && name.length < 40;
    }),
  );
  t.pass();
});

import test from 'ava';
import { textsInXml } from '../../src/client/answer.js';

test('element texts are decoded, and repeated elements are a list', (t) => {
  t.deepEqual(textsInXml('<a x="1"><b>1 &lt; 2 &amp;amp; &#13;&#x1F600;</b><c>x</c><c>y</c><c>z</c><d/><e></e></a>'), {
    b: '1 < 2 &amp; \r😀',
    c: ['x', 'y', 'z'],
    e: '',
  });
});

test('text that is not XML yields nothing', (t) => {
  for (const text of ['', '<', '<a', '<a>', '<a>b', '<a>b</c>', 'x'.repeat(1000)]) t.deepEqual(textsInXml(text), {});
});

test('invalid character references are kept as text', (t) => {
  t.deepEqual(textsInXml('<a>&#9999999;&#xffffff;&nope;&#x110000;</a>'), {
    a: '&#9999999;&#xffffff;&nope;&#x110000;',
  });
});

test('names such as __proto__ are ordinary names', (t) => {
  t.deepEqual(Object.keys(textsInXml('<__proto__>x</__proto__><constructor>y</constructor>')), [
    '__proto__',
    'constructor',
  ]);
});

import test from 'ava';
import { type Grammar, splitAtAddresses, tokensOf } from '../../../src/page/code/highlight.js';
import { indentXml } from '../../../src/page/code/indent-xml.js';

/** Returns the tokens that have a kind: `text:"a"`. */
function kindsOf(code: string, grammar: Grammar): string[] {
  return tokensOf(code, grammar).flatMap(({ text, kind }) => (kind === undefined ? [] : [`${kind}:${text}`]));
}

const samples: [grammar: Grammar, code: string, kinds: string[]][] = [
  [
    'json',
    '{ "a": "b\\"c: 1", "n": -1.5e3, "l": [true] }',
    ['name:"a"', 'text:"b\\"c: 1"', 'name:"n"', 'value:-1.5e3', 'name:"l"', 'value:true'],
  ],
  ['xml', '<a x="1>2">true "text"</a>', ['word:<a', 'name:x', 'text:"1>2"', 'word:>', 'word:</a>']],
  ['bash', "curl -X POST 'a -H b'", ['word:curl', 'name:-X', "text:'a -H b'"]],
  ['python', 'import os\nx = f"a {1}"', ['word:import', 'text:f"a {1}"']],
  ['javascript', 'const a = await b(`c d`, null);', ['word:const', 'word:await', 'text:`c d`', 'value:null']],
  ['csharp', 'using var a = new("b");', ['word:using', 'word:var', 'word:new', 'text:"b"']],
];

test('code is cut into tokens, which together are the code; XML is indented, and addresses are found in text', (t) => {
  for (const [grammar, code, kinds] of samples) {
    t.deepEqual(kindsOf(code, grammar), kinds);
    const texts = tokensOf(code, grammar).map(({ text }) => text);
    t.is(texts.join(''), code);
  }
  const text = '<?xml version="1.0"?>\n<a x="1>2"><b> two  words </b><c/><d><e>1</e></d><f></f></a>';
  t.is(indentXml(text), '<a x="1>2">\n  <b> two  words </b>\n  <c/>\n  <d>\n    <e>1</e>\n  </d>\n  <f></f>\n</a>');
  t.deepEqual(splitAtAddresses('at "https://x/a?b=1", or'), ['at "', 'https://x/a?b=1', '", or']);
  t.deepEqual(splitAtAddresses('none'), ['none']);
});

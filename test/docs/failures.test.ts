import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readDocument, root } from './markdown.js';

/** Returns what the first column of the table of failures quotes: messages in “…”, and the details of a 503 at /readyz. */
function quotedMessages(): string[] {
  const page = readDocument('docs/host/failures.md');
  const table = page.slice(page.indexOf('| What you see |'));
  const symptoms = [...table.matchAll(/^\| (?<symptom>[^|]*) \|/gm)].map(({ groups }) => groups?.symptom ?? '');
  return symptoms.flatMap((symptom) => symptom.match(/(?<=“)[^”]+|(?<=Log: `|503 `)[^`]+/g) ?? []);
}

test('the table of failures quotes messages that the program has', (t) => {
  const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readDocument(`src/${name}`));
  const quoted = quotedMessages();
  t.true(quoted.length > 5);
  const unknown = quoted.filter((message) => !code.some((text) => text.includes(message)));
  t.deepEqual(unknown, []);
});

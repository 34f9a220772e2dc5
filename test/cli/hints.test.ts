import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { CliCommand } from '../../src/cli/command.js';
import { everyCommand } from '../helpers/cli/tree.js';

/** The commands that messages tell a person to run: whatever follows one of these words in the sources. */
const HINT = /\b(?:with|run|see|or|by|try|the same as|:) svcapi ([a-z][^.;,`\n]*)/g;

const SOURCES = fileURLToPath(new URL('../../../src', import.meta.url));

const hints = ['cli', 'store', 'transfer', 'settings'].flatMap((folder) =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [...readFileSync(join(SOURCES, folder, name), 'utf8').matchAll(HINT)].map(([, hint = '']) => hint),
    ),
);

test('the commands in messages exist, with their options, in quotes of a shell', async (t) => {
  const commands = new Map((await everyCommand()).map((command) => [command.path, command]));
  t.true(hints.length > 30, `only ${hints.length} hints were found`);
  for (const hint of hints) t.is(faultOf(hint, commands), undefined, `svcapi ${hint}`);
});

function faultOf(hint: string, commands: Map<string, CliCommand>): string | undefined {
  if (/[“”‘’]/.test(hint)) return 'typographic quotes';
  const words = hint.split(/[\s'")]+/);
  const first = commands.get(`svcapi ${words[0]}`);
  if (first === undefined) return 'an unknown command';
  const second = commands.get(`svcapi ${words[0]} ${words[1]}`);
  if (first.commands.length > 0 && /^[a-z]/.test(words[1] ?? '') && !second) return 'an unknown subcommand';
  const known = [...first.options, ...(second?.options ?? []), ...(first.parent?.options ?? [])].map(
    ({ long }) => long,
  );
  return words.find((word) => /^--[a-z-]+$/.test(word) && ![...known, '--help'].includes(word));
}

test('no example changes everything when it is pasted', async (t) => {
  const lines = (await everyCommand()).flatMap(({ examples }) => examples.map(({ line }) => line));
  const sweeping = lines.filter((line) => /xargs|while read|\$\(svcapi [a-z]+ list/.test(line));
  t.deepEqual(sweeping, []);
});

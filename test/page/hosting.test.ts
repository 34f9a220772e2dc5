import test from 'ava';
import { renderHosting } from '../../src/page/server/hosting.js';
import { wholeTree } from '../helpers/cli/tree.js';

const codes = [
  ...renderHosting()
    .toString()
    .matchAll(/<code>([^<]+)<\/code>/g),
].map(([, code = '']) => code);

test('each command of the table for hosts exists, with its options', async (t) => {
  const program = await wholeTree();
  const lines = codes.filter((code) => code.startsWith('svcapi '));
  t.true(lines.length > 20);
  for (const line of lines) {
    // Placeholders are in capitals.
    const words = line
      .split(' ')
      .slice(1)
      .filter((word) => /^(--)?[a-z-]+$/.test(word));
    let command = program;
    for (const name of words.filter((word) => !word.startsWith('--'))) {
      const found = command.commands.find((each) => each.name() === name);
      if (!found) return t.fail(`${line}: there is no ${name}`);
      command = found as typeof program;
    }
    const flags = new Set(command.options.map(({ long }) => long));
    for (const option of words.filter((word) => word.startsWith('--'))) t.true(flags.has(option), `${line}: ${option}`);
  }
});

test('each setting of the table for hosts is an option of svcapi serve', async (t) => {
  const serve = (await wholeTree()).commands.find((each) => each.name() === 'serve');
  const flags = new Set(serve?.options.map(({ long }) => long));
  const settings = codes.filter((code) => code.startsWith('--'));
  t.true(settings.length > 8);
  for (const setting of settings) t.true(flags.has(setting.split(' ')[0]), setting);
});

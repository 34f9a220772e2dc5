import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { startWorld } from '../helpers/cli/demo-world.js';
import { host, stop } from '../helpers/cli/hosted.js';
import { codeBlocks, commandsOf, readDocument } from './markdown.js';

/** The tutorial of docs/host/fill.md, from its file to its last command. */
const page = readDocument('docs/host/fill.md');
const galaxy =
  codeBlocks(page)
    .find(({ language }) => language === 'ndjson')
    ?.lines.join('\n') ?? '';
const commands = commandsOf(page);
const served = commands.indexOf('svcapi serve');

const world = await startWorld();
test.after.always(() => world.close());

test('the tutorial fills a service, and calls and changes it', async (t) => {
  const home = world.home();
  const database = join(home.folder, 'my-galaxy.db');
  writeFileSync(join(home.folder, 'galaxy.ndjson'), galaxy);
  const script = (lines: string[]) => ['set -e', ...lines].join('\n');
  const filled = await home.shell(script(commands.slice(0, served)));
  t.is(filled.code, 0, filled.stderr);
  t.regex(filled.stdout, /^character\t3 added/m);

  const server = await host(t, [], /listens on/, { ...home.env, SVCAPI_DATABASE: database });
  const { url } = server;
  const here = { SVCAPI_URL: url, SVCAPI_TOKEN: '' };
  const calls = commands.slice(served + 1).map((command) => command.replaceAll('http://127.0.0.1:8080', url));
  const called = await home.shell(script(calls), here);
  t.is(called.code, 0, called.stdout + called.stderr);
  for (const expected of [
    ...[/Ines Marsh/, /Salary/, /120 experience points/, /Heron freighter.*Marsh Yard.*3/, /"credits".*125000/],
    ...[/^character\t0 added\t1 changed/m, /130000\n?$/],
  ]) {
    t.regex(called.stdout, expected);
  }
  await stop(server, 'SIGTERM');
});

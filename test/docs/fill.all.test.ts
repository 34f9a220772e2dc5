import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { startWorld } from '../helpers/cli/demo-world.js';
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

  const server = spawn('svcapi', ['serve'], { env: { ...home.env, SVCAPI_DATABASE: database } });
  t.teardown(() => server.kill());
  let url = '';
  for await (const line of createInterface(server.stdout)) {
    url = /listens on (\S+)/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  const here = { SVCAPI_URL: url, SVCAPI_TOKEN: '' };
  const calls = commands.slice(served + 1).map((command) => command.replaceAll('http://127.0.0.1:8080', url));
  const called = await home.shell(script(calls), here);
  t.is(called.code, 0, called.stdout + called.stderr);
  t.regex(called.stdout, /Ines Marsh/);
  t.regex(called.stdout, /Salary/);
  t.regex(called.stdout, /120 experience points/);
  t.regex(called.stdout, /Heron freighter.*Marsh Yard.*3/);
  t.regex(called.stdout, /"credits".*125000/);
  t.regex(called.stdout, /^character\t0 added\t1 changed/m);
  t.regex(called.stdout, /130000\n?$/);
  server.kill();
  await once(server, 'exit');
});

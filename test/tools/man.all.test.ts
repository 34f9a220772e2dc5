import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { CliCommand } from '../../src/cli/command.js';
import { commandsOf } from '../../src/cli/command-tree.js';
import { variableOf } from '../../src/settings/setting.js';
import { manPage, manPages } from '../../tools/man/man-page.js';
import { someContext, wholeTree } from '../helpers/cli/tree.js';
import { needs } from '../helpers/needs.js';

const edition = { version: '1.2.3', date: '2021-04-05' };
const pages = manPages(await wholeTree(), edition);
const folder = mkdtempSync(join(tmpdir(), 'svcapi-man-'));
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
process.once('exit', () => rmSync(folder, { recursive: true }));

/** Returns the test function, or that of skipped tests where a formatter is missing; CONTRIBUTING.md names the packages. */
const formatter = (command: string) => needs(command, !spawnSync(command, ['-h']).error);

function rendered(page: string, env: Record<string, string> = {}): { text: string; warnings: string } {
  const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', join(folder, page)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '80', ...env },
  });
  return { text: stdout, warnings: stderr };
}

test('a page has every option, example and variable of its command', async (t) => {
  const plain = (text: string) =>
    text
      .replaceAll('\\%', '')
      .replaceAll('\\-', '-')
      .replaceAll(/\\f[BIR]/g, '');
  const commands = commandsOf(await wholeTree());
  t.is(pages.size, commands.length);
  for (const command of commands) {
    const page = plain(pages.get(`${command.path.replaceAll(' ', '-')}.1`) ?? '');
    for (const { long } of command.createHelp().visibleOptions(command))
      t.regex(page, new RegExp(`^(?:-\\w, )?${long}`, 'm'));
    for (const name of command.settingFlags.keys()) t.true(page.includes(variableOf(name)), name);
    t.is(page.match(/^ {4}\$ /gm)?.length ?? 0, command.examples.length);
    t.is(page.includes('\n--no-pager\n'), command.parent === null, 'what all commands share is said once');
  }
});

formatter('mandoc')('mandoc accepts every page', (t) => {
  const { stdout, status } = spawnSync('mandoc', ['-Tlint', '-Wall', ...[...pages.keys()]], {
    cwd: folder,
    encoding: 'utf8',
  });
  t.is(stdout, '');
  t.is(status, 0);
});

formatter('man')('groff renders every page without a warning, also where there is only ASCII', (t) => {
  for (const locale of ['C.UTF-8', 'C']) {
    for (const name of pages.keys()) {
      const { text, warnings } = rendered(name, { LC_ALL: locale });
      t.is(warnings, '', name);
      t.true(text.startsWith(name.replace(/\.1$/, '').toUpperCase()), name);
    }
  }
});

/** Returns a command whose texts hold everything that formatters interpret. */
function awkward(): CliCommand {
  return new CliCommand('svcapi', someContext())
    .summary(".dot 'quote \\backslash")
    .description("'quoted first. A “quote” — and C:\\new\\-path, it's ~/a `b` ^c; a … \u{1f680}\n\n.SH not a heading")
    .option('--odd <value>', ".ignored: \\fBnot bold\\fR -1 'x'")
    .example(`printf '.TH\\n' | svcapi "a b" --x='~' \\`, "'tis . odd");
}

formatter('man')('text that formatters interpret is shown as written', (t) => {
  const name = 'svcapi-awkward.1';
  writeFileSync(join(folder, name), manPage(awkward(), edition));
  const { text, warnings } = rendered(name, { MANWIDTH: '200' });
  t.is(warnings, '');
  const flat = text.replaceAll(/ +/g, ' ');
  for (const expected of [
    "svcapi - .dot 'quote \\backslash",
    "'quoted first. A “quote” — and C:\\new\\-path, it's ~/a `b` ^c; a ... \u{1f680}",
    '.SH not a heading',
    ".ignored: \\fBnot bold\\fR -1 'x'",
    `$ printf '.TH\\n' | svcapi "a b" --x='~' \\`,
    "'tis . odd:",
  ]) {
    t.true(flat.replaceAll('’', "'").includes(expected), `${expected}\n${text}`);
  }
  t.true(text.includes(`printf '.TH\\n' | svcapi "a b" --x='~' \\`), 'an example can be pasted');
});

import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { commandsOf } from '../../../src/cli/command-tree.js';
import { valuesOf } from '../../../src/cli/completion/candidates.js';
import { asOther, startAsNobody } from '../../helpers/cli/other-user.js';
import { run } from '../../helpers/cli/run.js';
import { wholeTree } from '../../helpers/cli/tree.js';
import { galaxyFile } from '../../helpers/database.js';
import { temporaryFolder } from '../../helpers/folder.js';

const folder = temporaryFolder();
mkdirSync(join(folder, 'folder'));
writeFileSync(join(folder, 'utf16'), '\ufeffkind\nfaction', 'utf16le');
writeFileSync(join(folder, 'latin1'), 'name\nSe\xf1or\n', 'latin1');
const database = galaxyFile();

type Broken = 'missing' | 'folder' | 'utf16/x' | 'utf16' | 'latin1';

/** What is said of each broken file. */
type Says = Partial<Record<Broken, RegExp>>;

/** Files that are read as text in UTF-8. */
const text: Says = {
  ...{ missing: /^there is no file .*missing; check its name$/, folder: /folder is a folder; name a file in it$/ },
  'utf16/x': /^cannot read .*: a part of its path is not a folder$/,
};
const decoded: Says = {
  ...text,
  utf16: /: the text is in UTF-16; save it as UTF-8$/,
  latin1: /: the text is not UTF-8; save it as UTF-8$/,
};
const written: Says = {
  folder: /folder is a folder; name a file in it$/,
  'utf16/x': /utf16 is not a folder; choose another one$/,
};
const noDatabase = /^there is no database .*; make one with svcapi serve or svcapi import/;
const OIDC = 'serve --port 0 --database DATABASE --oidc-issuer https://id.example --oidc-client-id a';

/** A command for each option and argument that takes a file. */
const doors: Record<string, [line: string, says: Says]> = {
  '--config': [
    '--config FILE hello',
    {
      missing: /^cannot read the config file .*missing: there is no such file; name another with --config$/,
      folder: /: it is a folder; name another with --config$/,
      'utf16/x': /: a part of its path is not a folder; name another with --config$/,
      // UTF-16 is read.
      utf16: /utf16, line 1, column 5: Invalid TOML document/,
      latin1: /latin1, line 1, column 5: Invalid TOML document/,
    },
  ],
  '--database': [
    'token list --database FILE',
    {
      ...{ missing: noDatabase, 'utf16/x': noDatabase },
      folder: /^cannot open the database .*folder; name a file in a folder with --database, and check its permissions$/,
      utf16: /utf16 is not a SQLite database; choose another --database$/,
    },
  ],
  '--oidc-client-secret-file': [
    `${OIDC} --oidc-client-secret-file FILE`,
    {
      missing: /missing: there is no such file; give a file with only the secret, which this user can read$/,
      folder: /folder: it is a folder; give a file with only the secret, which this user can read$/,
      latin1: /latin1 holds no secret; give a file with one line, only the secret$/,
    },
  ],
  '--token-file': [
    'hello --token-file FILE',
    { ...text, utf16: /utf16 has several lines; it must contain one token only$/ },
  ],
  '--batch': ['datacard assign --batch FILE', decoded],
  '--input': ['api POST /api/time --input FILE', decoded],
  '--unix-socket': [
    'serve --database :memory: --unix-socket FILE',
    {
      folder: /folder: there is a file of that name; choose another --unix-socket$/,
      'utf16/x': /x: a part of its path is not a folder; choose another --unix-socket$/,
    },
  ],
  'svcapi records-from-csv': ['records-from-csv faction FILE', decoded],
  'svcapi import': [
    'import --database DATABASE FILE',
    {
      ...{ ...text, folder: /folder is a folder; give the files in it$/ },
      utf16: /utf16 is not NDJSON; give one JSON object a line, in UTF-8$/,
    },
  ],
  'svcapi export': ['export --database DATABASE FILE', written],
  'svcapi account export': ['account export nobody FILE --database DATABASE', written],
  'svcapi backup': ['backup --database DATABASE --force FILE', written],
};

test('every option and argument that takes a file is in the table', async (t) => {
  const found: string[] = [];
  for (const command of commandsOf(await wholeTree())) {
    for (const each of [...command.options, ...command.registeredArguments]) {
      const { files } = await valuesOf(command, each);
      if (files) found.push('long' in each ? (each.long ?? each.flags) : command.path);
    }
  }
  t.deepEqual([...new Set(found)].sort(), Object.keys(doors).sort());
});

for (const [door, [line, says]] of Object.entries(doors)) {
  test(`${door} says what is wrong with a file`, async (t) => {
    for (const [name, message] of Object.entries(says)) {
      const words: Record<string, string> = { FILE: join(folder, name), DATABASE: await database };
      const argv = line.split(' ').map((word) => words[word] ?? word);
      const { code, stdout, stderr } = await run(argv, { env: { SVCAPI_URL: 'http://127.0.0.1:1' }, cwd: folder });
      t.true([1, 2, 6].includes(code), stderr);
      t.is(stdout, '');
      const [last = ''] = stderr.trimEnd().split('\n').slice(-1);
      t.regex(last.replace(/^svcapi: /, ''), message);
      t.notRegex(stderr, /\bE[A-Z]{3,}\b|internal error/);
    }
  });
}

asOther('files that this user may not read or write (needs root)', async (t) => {
  const home = temporaryFolder();
  const stored = join(home, 'svcapi/credentials.json');
  const secret = join(home, 'secret');
  const open = join(temporaryFolder(), 'galaxy.db');
  mkdirSync(join(home, 'svcapi'));
  copyFileSync(await database, open);
  chmodSync(open, 0o666);
  chmodSync(dirname(open), 0o777);
  for (const path of [stored, secret]) writeFileSync(path, '{}', { mode: 0o600 });
  for (const path of [home, join(home, 'svcapi')]) chmodSync(path, 0o755);
  for (const [argv, message] of [
    [['hello', '--token-file', secret], `you may not read ${secret}; run this as its owner, or let its group read it`],
    [
      ['--config', secret, 'hello'],
      `cannot read the config file ${secret}: permission denied; name another with --config`,
    ],
    [
      ['export', join(home, 'a.ndjson'), '--database', open],
      `cannot write to ${home}/a.ndjson: permission denied in the folder ${home}; check its permissions`,
    ],
    [['status'], `cannot read the stored tokens in ${stored}: permission denied; correct that, and run this again`],
  ] as const) {
    const { stderr } = await startAsNobody(argv, argv[0] === 'status' ? { XDG_CONFIG_HOME: home } : {}).ended;
    t.is(stderr, `svcapi: ${message}\n`);
  }
});

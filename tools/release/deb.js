import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FILE_MODE, FOLDER_MODE, PROGRAM_MODE, run } from './run.js';
import { setModes, setTimes } from './tree.js';

const TEMPLATES = 'tools/release/debian';
const MAINTAINER = 'The svcapi maintainers <svcapi@localhost>';
const SCRIPTS = ['postinst', 'prerm', 'postrm'];

/**
 * Builds the Debian package from the tree of the program: the tree in /usr/lib/svcapi, and what a Debian machine expects elsewhere.
 *
 * @param level the level of compression, 0 to 9
 * @param epoch the time of every file, in Unix seconds
 */
export async function buildDeb(tree, { out, work, version, level, epoch }) {
  const root = join(work, 'deb');
  const lib = join(root, 'usr/lib/svcapi');
  await mkdir(join(root, 'usr/lib'), { recursive: true });
  await cp(tree, lib, { recursive: true });
  await rename(join(lib, 'share'), join(root, 'usr/share'));
  await rename(join(root, 'usr/share/zsh/site-functions'), join(root, 'usr/share/zsh/vendor-completions'));
  await addPages(join(root, 'usr/share/man/man1'));
  await addDocuments(root, lib, { version, epoch });
  await addOverrides(join(root, 'usr/share/lintian/overrides'));
  await addUnits(join(root, 'usr/lib/systemd/system'));
  await mkdir(join(root, 'etc/svcapi'), { recursive: true });
  await cp(join(TEMPLATES, 'config.toml'), join(root, 'etc/svcapi/config.toml'));
  await mkdir(join(root, 'usr/bin'));
  await symlink('../lib/svcapi/bin/svcapi', join(root, 'usr/bin/svcapi'));
  await setModes(root);
  await addControl(root, version);
  await setTimes(root, epoch);
  const file = join(out, `svcapi_${version}_amd64.deb`);
  const compression = ['-Zxz', `-z${level}`, '--threads-max=1'];
  run('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
}

/** Compresses the manual pages, as Debian has them. */
async function addPages(folder) {
  for (const name of await readdir(folder)) {
    await writeFile(join(folder, `${name}.gz`), gzipSync(await readFile(join(folder, name)), { level: 9 }));
    await rm(join(folder, name));
  }
}

async function addDocuments(root, lib, { version, epoch }) {
  const folder = join(root, 'usr/share/doc/svcapi');
  await mkdir(folder, { recursive: true });
  await cp(join(lib, 'lib/svcapi/docs'), folder, { recursive: true });
  await rename(join(lib, 'README.md'), join(folder, 'README.md'));
  await rename(join(lib, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  const entry = [
    `svcapi (${version}) stable; urgency=medium`,
    '  * CHANGELOG.md beside this file has the changes.',
    ` -- ${MAINTAINER}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}`,
  ];
  await writeFile(join(folder, 'changelog.gz'), gzipSync(`${entry.join('\n\n')}\n`, { level: 9 }));
  for (const name of ['LICENSE', 'lib/svcapi/CHANGELOG.md', 'lib/svcapi/docs']) {
    await rm(join(lib, name), { recursive: true });
  }
  const license = (await readFile('LICENSE', 'utf8')).trim().split('\n');
  const body = license.slice(license.findIndex((line) => line.startsWith('Permission')));
  const text = body.map((line) => ` ${line === '' ? '.' : line}\n`).join('');
  const copyright = await readFile(join(TEMPLATES, 'copyright'), 'utf8');
  await writeFile(join(folder, 'copyright'), copyright + text);
}

/** Adds the findings of lintian that are as they should be, each with the reason. */
async function addOverrides(folder) {
  await mkdir(folder, { recursive: true });
  await cp(join(TEMPLATES, 'lintian-overrides'), join(folder, 'svcapi'));
}

/** Adds the units of deploy/, which read only /etc/svcapi/config.toml. */
async function addUnits(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir('deploy/systemd')) {
    const unit = await readFile(join('deploy/systemd', name), 'utf8');
    const packaged = unit
      .replace(/^# One instance on a SQLite.*\n#.*\n/, '# One instance. Its settings are in /etc/svcapi/config.toml.\n')
      .replace(
        'Environment=SVCAPI_DATABASE=/var/lib/svcapi/svcapi.db\n',
        'Environment=SVCAPI_CONFIG=/etc/svcapi/config.toml\n',
      )
      .replace('EnvironmentFile=-/etc/svcapi/environment\n', '')
      .replace('/usr/bin/env svcapi', '/usr/bin/svcapi');
    await writeFile(join(folder, name), packaged);
  }
}

async function addControl(root, version) {
  const folder = join(root, 'DEBIAN');
  const size = run('du', ['-sk', '--apparent-size', root]).split('\t')[0];
  await mkdir(folder);
  const fill = async (name) =>
    (await readFile(join(TEMPLATES, name), 'utf8'))
      .replaceAll('VERSION', version)
      .replaceAll('SIZE', size)
      .replaceAll('MAINTAINER', MAINTAINER);
  await writeFile(join(folder, 'control'), await fill('control'), { mode: FILE_MODE });
  await writeFile(join(folder, 'conffiles'), '/etc/svcapi/config.toml\n', { mode: FILE_MODE });
  for (const name of SCRIPTS) {
    await writeFile(join(folder, name), await fill(name));
    await chmod(join(folder, name), PROGRAM_MODE);
  }
  await chmod(folder, FOLDER_MODE);
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('DEBIAN/') && !path.startsWith('etc/'))
    .sort();
  await writeFile(join(folder, 'md5sums'), run('md5sum', files, { cwd: root }), { mode: FILE_MODE });
}

import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { scripts } from '../../src/cli/completion/scripts.js';
import { commandsOf, readDocument } from '../docs/markdown.js';
import { cron, fromCsv, nightly, sheet } from '../docs/night.js';
import { temporaryFolder } from '../helpers/folder.js';
import { canCopyMachine, Machine } from '../helpers/machine.js';
import { LONG } from '../helpers/until.js';

/** The files of a release, installed as their users do. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
}

function has(command: string): boolean {
  return run(command, ['--version']).error === undefined;
}

/** Node.js and the dependencies come from the registry of npm. */
const canRelease =
  ['xz', 'zip', 'dpkg-deb', 'git'].every(has) &&
  run('npm', ['view', 'koa', 'version', '--fetch-retries=0', '--fetch-timeout=10000']).status === 0;
const releasing = canRelease ? test.serial : test.serial.skip;
const installing = canRelease && canCopyMachine() ? test.serial : test.serial.skip;

/** Makes the files of a release, little compressed. */
async function release(folder: string): Promise<void> {
  await promisify(execFile)('sh', ['tools/release.sh', folder, '0'], { cwd: root });
}

const first = temporaryFolder();
const archive = join(first, `svcapi-${version}-linux-x64.tar.xz`);
const tarball = join(first, `svcapi-${version}.tgz`);
const deb = join(first, `svcapi_${version}_amd64.deb`);

test.before(async (t) => {
  t.timeout(LONG, 'Node.js and the dependencies are downloaded, and packed');
  if (!canRelease) return;
  await release(first);
});

releasing(
  'a release has its packages, its archive, its Debian package and its bill of materials, with their sums',
  (t) => {
    t.deepEqual(readdirSync(first).sort(), [
      'SHA256SUMS',
      `svcapi-${version}-linux-x64.tar.xz`,
      `svcapi-${version}-win-x64.zip`,
      `svcapi-${version}.cdx.json`,
      `svcapi-${version}.tgz`,
      `svcapi-client-${version}.tgz`,
      `svcapi_${version}_amd64.deb`,
    ]);
    t.is(run('sh', ['-c', `cd ${first} && sha256sum --check --strict SHA256SUMS`]).status, 0);
  },
);

releasing('the packages are installed into an empty project without a warning, and run', (t) => {
  t.timeout(LONG);
  const project = temporaryFolder();
  const tarballs = ['svcapi', 'svcapi-client'].map((name) => join(first, `${name}-${version}.tgz`));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
  const installed = run('npm', ['install', '--prefix', project, ...flags, ...tarballs]);
  t.is(installed.status, 0, installed.stderr);
  t.notRegex(installed.stderr, /warn/i);
  t.is(run(join(project, 'node_modules/.bin/svcapi'), ['--version']).stdout, `${version}\n`);
  const script = `import('svcapi-client').then(({ Client }) => console.log(typeof Client))`;
  const client = spawnSync(process.execPath, ['-e', script], { cwd: project, encoding: 'utf8' });
  t.is(client.stdout, 'function\n', client.stderr);
});

releasing('a second run makes the same bytes', async (t) => {
  t.timeout(LONG);
  const second = temporaryFolder();
  await release(second);
  t.is(readFileSync(join(second, 'SHA256SUMS'), 'utf8'), readFileSync(join(first, 'SHA256SUMS'), 'utf8'));
});

releasing('the bill of materials names what is in the bundle, beside it, and Node.js', (t) => {
  const sbom = JSON.parse(readFileSync(join(first, `svcapi-${version}.cdx.json`), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string }[];
  };
  t.is(sbom.bomFormat, 'CycloneDX');
  t.like(sbom.metadata.component, { name: 'svcapi', version });
  const names = sbom.components.map(({ name }) => name);
  for (const name of ['koa', 'commander', 'zod', 'kysely', 'oidc-provider', 'pg', 'node'])
    t.true(names.includes(name), name);
  for (const name of ['ava', 'typescript', 'esbuild']) t.false(names.includes(name), name);
});

releasing('the archive runs wherever it is unpacked, with its own Node.js', (t) => {
  t.true(statSync(archive).size < 45_000_000, `${statSync(archive).size} bytes`);
  const folder = join(temporaryFolder(), 'a folder');
  mkdirSync(folder);
  t.is(run('tar', ['xf', archive, '-C', folder]).status, 0);
  const tree = join(folder, `svcapi-${version}-linux-x64`);
  symlinkSync(`svcapi-${version}-linux-x64/bin/svcapi`, join(folder, 'linked'));
  const noNode = { PATH: '/usr/bin:/bin' };
  for (const program of [join(tree, 'bin/svcapi'), join(folder, 'linked')]) {
    t.is(run(program, ['--version'], noNode).stdout, `${version}\n`);
    t.is(
      run(program, ['time', '--cgt', 'Year 12 Day 3', '--output', 'tsv'], noNode).stdout.split('\t')[0],
      '1291273200',
    );
  }
  t.is(readFileSync(join(tree, 'share/bash-completion/completions/svcapi'), 'utf8'), scripts.bash);
  const man = run('man', ['-M', join(tree, 'share/man'), '-w', 'svcapi-serve']);
  if (!man.error) t.regex(man.stdout, /svcapi-serve\.1\n$/);
});

releasing('lintian finds nothing in the Debian package that is not explained', (t) => {
  // Node.js is spelled as its project does, and man.all.test.ts reads the manual.
  const others = ['--dont-check-part', 'binaries/spelling,documentation/manual'];
  const options = ['--allow-root', '--tag-display-limit', '0', ...others];
  const { error, status, stdout } = run('lintian', [...options, deb]);
  if (error) t.pass('there is no lintian here');
  else {
    t.is(stdout, '');
    t.is(status, 0);
  }
});

const machine = new Machine();

/** Runs a script in a copy of the machine, with the packages in /mnt. */
function inside(script: string, where = machine): string {
  const { status, stdout, stderr } = where.run(script);
  if (status !== 0) throw new Error(`${script}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** A script that starts the service as its unit does, calls a path of it, and stops it. */
const call = (path: string) => `
  runuser -u svcapi -- env SVCAPI_CONFIG=/etc/svcapi/config.toml SVCAPI_PORT=0 svcapi serve > /tmp/served 2> /tmp/failed &
  for _ in $(seq 100); do grep -q 'listens on' /tmp/served && break; sleep 0.1; done
  url=$(sed -n 's/^.*listens on \\([^ ]*\\).*$/\\1/p' /tmp/served | head -n 1)
  curl -fsS "$url/ws/v2.0${path}" || { cat /tmp/served /tmp/failed >&2; exit 1; }
  kill "$!"; wait "$!" || true`;

installing('the Debian package is installed without a question, and starts nothing', (t) => {
  t.is(run('cp', [deb, join(machine.shared, 'svcapi.deb')]).status, 0);
  inside('dpkg --install /mnt/svcapi.deb');
  t.is(inside('svcapi --version'), `${version}\n`);
  t.is(inside('stat -c "%U %G %a" /etc/svcapi/config.toml /var/lib/svcapi'), 'root svcapi 640\nsvcapi svcapi 700\n');
  t.is(inside('pgrep -u svcapi || true'), '');
  t.regex(inside('man -w svcapi-token-create'), /\/usr\/share\/man\/man1\/svcapi-token-create\.1\.gz/);
  t.is(
    inside('bash -c "source /usr/share/bash-completion/completions/svcapi && complete -p svcapi"').startsWith(
      'complete',
    ),
    true,
  );
  t.is(inside('systemd-analyze verify svcapi.service svcapi@8081.service 2>&1 | grep svcapi || true'), '');
});

installing('the installed service answers, with its page', (t) => {
  inside(`printf '%s\\n' '{"kind":"character","uid":"1:12","name":"Ines Marsh"}' > /tmp/galaxy.ndjson
    runuser -u svcapi -- env SVCAPI_CONFIG=/etc/svcapi/config.toml svcapi import /tmp/galaxy.ndjson`);
  t.regex(inside(call('/character/handlecheck/Ines%20Marsh')), /"uid":"1:12"/);
  t.regex(inside(call('/documentation')), /<html/);
});

const installation = commandsOf(readDocument('docs/host/install.md'));

/** The commands of docs/host/install.md that make the user and the folders, and the folder that the unit makes at its first start. */
const FOLDERS = [
  ...installation.filter((command) => /^(useradd|install -d) /.test(command)),
  'install -d -m 0700 -o svcapi -g svcapi /var/lib/svcapi',
].join(' && ');

const ARCHIVE = `tar -xf /mnt/svcapi.tar.xz -C /opt && ${commandsOf(readDocument('docs/host/upgrading.md')).find((command) => command.startsWith('ln -sfn /opt/svcapi'))}`;

for (const [name, file, install] of [
  ['the Debian package', deb, 'dpkg --install /mnt/svcapi.deb'],
  ['the archive', archive, `${ARCHIVE} && ${FOLDERS}`],
  ['the package of npm', tarball, `npm install --global --ignore-scripts --no-audit /mnt/svcapi.tgz && ${FOLDERS}`],
] as const) {
  installing(`the night of docs/host/in-step.md runs by cron with ${name}, and prints nothing`, (t) => {
    t.timeout(LONG);
    const host = new Machine();
    const write = (path: string, text: string) => writeFileSync(join(host.shared, path), text, { mode: 0o755 });
    t.is(
      run('cp', [file, join(host.shared, file.replace(/^.*\/svcapi[^/]*?(?=\.(deb|t[^/]*)$)/, 'svcapi'))]).status,
      0,
    );
    write('dump-game', fromCsv);
    write('nightly', nightly);
    write('characters.csv', sheet);
    write('factions.csv', 'uid,name\n20:7,Harbour & Sons\n');
    write('memberships.csv', 'character,faction,primary\n1:12,20:7,TRUE\n');
    inside(install, host);
    // The other two have a Node.js of their own.
    if (file !== tarball) inside('rm "$(command -v node)"', host);
    inside('mkdir -p /srv/game && cp /mnt/*.csv /srv/game && cp /mnt/dump-game /mnt/nightly /etc/svcapi', host);
    const asCron = (command: string) =>
      inside(
        `runuser -u ${cron.user} -- env -i HOME=/ SHELL=/bin/sh ${cron.variables.join(' ')} sh -c '${command}' 2>&1`,
        host,
      );
    asCron(
      'echo "{\\"kind\\":\\"faction\\",\\"uid\\":\\"20:7\\",\\"name\\":\\"Harbour\\"}" | svcapi import - --database /var/lib/svcapi/svcapi.db',
    );
    t.is(asCron(cron.command), '');
    t.is(inside('ls /var/backups/svcapi | wc -l', host), '1\n');
    t.regex(asCron('svcapi export --galaxy --database /var/lib/svcapi/svcapi.db'), /"name":"Marsh, Ines"/);
    inside('rm /srv/game/factions.csv', host);
    t.regex(
      asCron(`${cron.command} || [ $? -eq 2 ]`),
      /^svcapi: there is no file factions\.csv; check its name\n$/,
      'a failure is printed',
    );
  });
}

installing('the doctor warns of a stop that is longer than the units of the package allow', (t) => {
  const doctor = 'svcapi doctor --port 0 --database :memory: --output tsv';
  t.regex(inside(`${doctor} --drain-delay 60s | grep "^stop"`), /\twarning\t.*deploy\/ end it after 30 s/);
  t.regex(inside(`${doctor} | grep "^stop"`), /\tok\t/);
});

installing('an upgrade copies the database first, and keeps data and settings', (t) => {
  t.timeout(LONG);
  inside(`cd /tmp && dpkg-deb --raw-extract /mnt/svcapi.deb newer &&
    sed -i 's/^Version: .*/Version: 99.0.0/' newer/DEBIAN/control &&
    dpkg-deb --root-owner-group -Znone --build newer /tmp/newer.deb && rm -r newer`);
  inside('echo "contact = \\"host@galaxy.example\\"" >> /etc/svcapi/config.toml');
  inside('dpkg --install /tmp/newer.deb');
  t.regex(inside('ls /var/lib/svcapi/before-upgrades'), /^\d{8}T\d{6}Z-before-[\d.]+\.db\n$/);
  t.is(inside('stat -c "%U %a" /var/lib/svcapi/before-upgrades/*'), 'svcapi 600\n');
  t.regex(inside('cat /etc/svcapi/config.toml'), /host@galaxy\.example/);
  t.regex(inside(call('/character/handlecheck/Ines%20Marsh')), /"uid":"1:12"/);
});

installing('removing the package keeps the data, and purging it keeps the database unless asked', (t) => {
  inside('dpkg --remove svcapi');
  t.is(inside('ls /var/lib/svcapi/svcapi.db /etc/svcapi/config.toml; test ! -e /usr/bin/svcapi').split('\n').length, 3);
  t.regex(inside('dpkg --purge svcapi'), /\/var\/lib\/svcapi, \/var\/backups\/svcapi and the user svcapi stay/);
  t.is(
    inside('ls -d /var/lib/svcapi/svcapi.db /var/backups/svcapi /etc/svcapi /usr/lib/svcapi 2>/dev/null || true'),
    '/var/backups/svcapi\n/var/lib/svcapi/svcapi.db\n',
  );
  inside('dpkg --install /mnt/svcapi.deb');
  t.is(inside('stat -c "%U" /var/lib/svcapi/svcapi.db'), 'svcapi\n');
  inside('SVCAPI_PURGE_DATA=yes dpkg --purge svcapi');
  t.is(inside('ls -d /var/lib/svcapi /var/backups/svcapi /etc/svcapi 2>/dev/null || true'), '');
  t.is(inside('getent passwd svcapi || true'), '');
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { scripts } from '../../src/cli/completion/scripts.js';
import { commandsOf, readDocument } from '../docs/markdown.js';
import { cron, fromCsv, nightly, sheet } from '../docs/night.js';
import { type Ended, startProcess } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/folder.js';
import { canCopyMachine, Machine } from '../helpers/machine.js';
import { needs } from '../helpers/needs.js';
import { LONG } from '../helpers/until.js';

/** The files of a release, installed as their users do. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const has = (command: string) => spawnSync(command, ['--version']).error === undefined;

function run(command: string, args: string[], { env = {}, cwd = root } = {}): Promise<Ended> {
  return startProcess([command, ...args], { cwd, env: { ...process.env, ...env } }).ended;
}

/** Node.js and the dependencies come from the registry of npm. */
const canRelease =
  ['xz', 'zip', 'dpkg-deb', 'git'].every(has) &&
  (await run('npm', ['view', 'koa', 'version', '--fetch-retries=0', '--fetch-timeout=10000'])).code === 0;
const releasing = canRelease ? test : test.skip;
const isMachine = canRelease && (await canCopyMachine());
const installing = isMachine ? test : test.skip;
/** Tests of one machine, each of which finds what the one before has left. */
const further = isMachine ? test.serial : test.serial.skip;

/** Makes the files of a release, little compressed. */
async function release(folder: string): Promise<void> {
  const { code, stderr } = await run('sh', ['tools/release.sh', folder, '0']);
  if (code !== 0) throw new Error(stderr);
}

const [first, second] = [temporaryFolder(), temporaryFolder()];
/** The same once more, beside the tests of the first. */
let again: Promise<void>;
const archive = join(first, `svcapi-${version}-linux-x64.tar.xz`);
const tarball = join(first, `svcapi-${version}.tgz`);
const deb = join(first, `svcapi_${version}_amd64.deb`);

test.before(async (t) => {
  t.timeout(LONG, 'Node.js and the dependencies are downloaded, and packed');
  if (!canRelease) return;
  await release(first);
  again = release(second);
  // Its test reports it.
  again.catch(() => {});
});

releasing(
  'a release has its packages, its archive, its Debian package and its bill of materials, with their sums',
  async (t) => {
    t.deepEqual(readdirSync(first).sort(), [
      'SHA256SUMS',
      `svcapi-${version}-linux-x64.tar.xz`,
      `svcapi-${version}-win-x64.zip`,
      `svcapi-${version}.cdx.json`,
      `svcapi-${version}.tgz`,
      `svcapi-client-${version}.tgz`,
      `svcapi_${version}_amd64.deb`,
    ]);
    t.is((await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first })).code, 0);
  },
);

releasing('the packages are installed into an empty project without a warning, and run', async (t) => {
  t.timeout(LONG);
  const project = temporaryFolder();
  const tarballs = ['svcapi', 'svcapi-client'].map((name) => join(first, `${name}-${version}.tgz`));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
  const installed = await run('npm', ['install', '--prefix', project, ...flags, ...tarballs]);
  t.is(installed.code, 0, installed.stderr);
  t.notRegex(installed.stderr, /warn/i);
  t.is((await run(join(project, 'node_modules/.bin/svcapi'), ['--version'])).stdout, `${version}\n`);
  const script = `import('svcapi-client').then(({ Client }) => console.log(typeof Client))`;
  const client = await run(process.execPath, ['-e', script], { cwd: project });
  t.is(client.stdout, 'function\n', client.stderr);
});

releasing('a second run makes the same bytes', async (t) => {
  t.timeout(LONG);
  await again;
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
  const licenses = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  const bundled = [...licenses.matchAll(/^(\S+) \d[^\s:]*: /gm)].map(([, name = '']) => name);
  for (const name of ['koa', 'commander', 'zod', 'kysely', 'oidc-provider', 'pg', 'node', ...bundled])
    t.true(names.includes(name), name);
  for (const name of ['ava', 'typescript', 'esbuild']) t.false(names.includes(name), name);
});

releasing('the archive runs wherever it is unpacked, with its own Node.js', async (t) => {
  t.true(statSync(archive).size < 45_000_000, `${statSync(archive).size} bytes`);
  const folder = join(temporaryFolder(), 'a folder');
  mkdirSync(folder);
  t.is((await run('tar', ['xf', archive, '-C', folder])).code, 0);
  const tree = join(folder, `svcapi-${version}-linux-x64`);
  symlinkSync(`svcapi-${version}-linux-x64/bin/svcapi`, join(folder, 'linked'));
  const noNode = { env: { PATH: '/usr/bin:/bin' } };
  const time = ['time', '--cgt', 'Year 12 Day 3', '--output', 'tsv'];
  for (const program of [join(tree, 'bin/svcapi'), join(folder, 'linked')]) {
    t.is((await run(program, ['--version'], noNode)).stdout, `${version}\n`);
    t.is((await run(program, time, noNode)).stdout.split('\t')[0], '1291273200');
  }
  t.is(readFileSync(join(tree, 'share/bash-completion/completions/svcapi'), 'utf8'), scripts.bash);
  const man = ['-M', join(tree, 'share/man'), '-w', 'svcapi-serve'];
  if (has('man')) t.regex((await run('man', man)).stdout, /svcapi-serve\.1\n$/);
});

(canRelease ? needs('lintian', has('lintian')) : releasing)(
  'lintian finds nothing in the Debian package that is not explained',
  async (t) => {
    // Node.js is spelled as its project does, and man.all.test.ts reads the manual.
    const others = ['--dont-check-part', 'binaries/spelling,documentation/manual'];
    const options = ['--allow-root', '--tag-display-limit', '0', ...others];
    t.like(await run('lintian', [...options, deb]), { code: 0, stdout: '' });
  },
);

const machine = new Machine();

/** Runs a script in a copy of the machine, with the packages in /mnt. */
async function inside(script: string, where = machine): Promise<string> {
  const { code, stdout, stderr } = await where.run(script);
  if (code !== 0) throw new Error(`${script}: ${code}\n${stdout}${stderr}`);
  return stdout;
}

/** A script that starts the service as its unit does, calls a path of it, and stops it. */
const call = (path: string) => `
  runuser -u svcapi -- env SVCAPI_CONFIG=/etc/svcapi/config.toml SVCAPI_PORT=0 svcapi serve > /tmp/served 2> /tmp/failed &
  for _ in $(seq 100); do grep -q 'listens on' /tmp/served && break; sleep 0.1; done
  url=$(sed -n 's/^.*listens on \\([^ ]*\\).*$/\\1/p' /tmp/served | head -n 1)
  curl -fsS "$url/ws/v2.0${path}" || { cat /tmp/served /tmp/failed >&2; exit 1; }
  kill "$!"; wait "$!" || true`;

further('the Debian package is installed without a question, and starts nothing', async (t) => {
  copyFileSync(deb, join(machine.shared, 'svcapi.deb'));
  await inside('dpkg --install /mnt/svcapi.deb');
  t.is(await inside('svcapi --version'), `${version}\n`);
  t.is(
    await inside('stat -c "%U %G %a" /etc/svcapi/config.toml /var/lib/svcapi'),
    'root svcapi 640\nsvcapi svcapi 700\n',
  );
  t.is(await inside('pgrep -u svcapi || true'), '');
  t.regex(await inside('man -w svcapi-token-create'), /\/usr\/share\/man\/man1\/svcapi-token-create\.1\.gz/);
  const source = 'source /usr/share/bash-completion/completions/svcapi';
  t.regex(await inside(`bash -c "${source} && complete -p svcapi"`), /^complete/);
  t.is(await inside('systemd-analyze verify svcapi.service svcapi@8081.service 2>&1 | grep svcapi || true'), '');
});

further('the installed service answers, with its page', async (t) => {
  await inside(`printf '%s\\n' '{"kind":"character","uid":"1:12","name":"Ines Marsh"}' > /tmp/galaxy.ndjson
    runuser -u svcapi -- env SVCAPI_CONFIG=/etc/svcapi/config.toml svcapi import /tmp/galaxy.ndjson`);
  t.regex(await inside(call('/character/handlecheck/Ines%20Marsh')), /"uid":"1:12"/);
  t.regex(await inside(call('/documentation')), /<html/);
});

const installation = commandsOf(readDocument('docs/host/install.md'));

/** The commands of docs/host/install.md that make the user and the folders, and the folder that the unit makes at its first start. */
const FOLDERS = [
  ...installation.filter((command) => /^(useradd|install -d) /.test(command)),
  'install -d -m 0700 -o svcapi -g svcapi /var/lib/svcapi',
].join(' && ');

const ARCHIVE = `tar -xf /mnt/svcapi.tar.xz -C /opt && ${commandsOf(readDocument('docs/host/upgrading.md')).find((command) => command.startsWith('ln -sfn /opt/svcapi'))}`;

for (const [what, file, name, install] of [
  ['the Debian package', deb, 'svcapi.deb', 'dpkg --install /mnt/svcapi.deb'],
  ['the archive', archive, 'svcapi.tar.xz', `${ARCHIVE} && ${FOLDERS}`],
  [
    'the package of npm',
    tarball,
    'svcapi.tgz',
    `npm install --global --ignore-scripts --no-audit /mnt/svcapi.tgz && ${FOLDERS}`,
  ],
] as const) {
  installing(`the night of docs/host/in-step.md runs by cron with ${what}, and prints nothing`, async (t) => {
    t.timeout(LONG);
    const host = new Machine();
    const write = (path: string, text: string) => writeFileSync(join(host.shared, path), text, { mode: 0o755 });
    copyFileSync(file, join(host.shared, name));
    write('dump-game', fromCsv);
    write('nightly', nightly);
    write('characters.csv', sheet);
    write('factions.csv', 'uid,name\n20:7,Harbour & Sons\n');
    write('memberships.csv', 'character,faction,primary\n1:12,20:7,TRUE\n');
    await inside(install, host);
    // The other two have a Node.js of their own.
    if (file !== tarball) await inside('rm "$(command -v node)"', host);
    await inside('mkdir -p /srv/game && cp /mnt/*.csv /srv/game && cp /mnt/dump-game /mnt/nightly /etc/svcapi', host);
    const asCron = (command: string) =>
      inside(
        `runuser -u ${cron.user} -- env -i HOME=/ SHELL=/bin/sh ${cron.variables.join(' ')} sh -c '${command}' 2>&1`,
        host,
      );
    await asCron(
      'echo "{\\"kind\\":\\"faction\\",\\"uid\\":\\"20:7\\",\\"name\\":\\"Harbour\\"}" | svcapi import - --database /var/lib/svcapi/svcapi.db',
    );
    t.is(await asCron(cron.command), '');
    t.is(await inside('ls /var/backups/svcapi | wc -l', host), '1\n');
    t.regex(await asCron('svcapi export --galaxy --database /var/lib/svcapi/svcapi.db'), /"name":"Marsh, Ines"/);
    await inside('rm /srv/game/factions.csv', host);
    t.regex(
      await asCron(`${cron.command} || [ $? -eq 2 ]`),
      /^svcapi: there is no file factions\.csv; check its name\n$/,
      'a failure is printed',
    );
  });
}

further('the doctor warns of a stop that is longer than the units of the package allow', async (t) => {
  const doctor = 'svcapi doctor --port 0 --database :memory: --output tsv';
  t.regex(await inside(`${doctor} --drain-delay 60s | grep "^stop"`), /\twarning\t.*deploy\/ end it after 30 s/);
  t.regex(await inside(`${doctor} | grep "^stop"`), /\tok\t/);
});

further('an upgrade copies the database first, and keeps data and settings', async (t) => {
  t.timeout(LONG);
  await inside(`cd /tmp && dpkg-deb --raw-extract /mnt/svcapi.deb newer &&
    sed -i 's/^Version: .*/Version: 99.0.0/' newer/DEBIAN/control &&
    dpkg-deb --root-owner-group -Znone --build newer /tmp/newer.deb && rm -r newer`);
  await inside('echo "contact = \\"host@galaxy.example\\"" >> /etc/svcapi/config.toml');
  await inside('dpkg --install /tmp/newer.deb');
  t.regex(await inside('ls /var/lib/svcapi/before-upgrades'), /^\d{8}T\d{6}Z-before-[\d.]+\.db\n$/);
  t.is(await inside('stat -c "%U %a" /var/lib/svcapi/before-upgrades/*'), 'svcapi 600\n');
  t.regex(await inside('cat /etc/svcapi/config.toml'), /host@galaxy\.example/);
  t.regex(await inside(call('/character/handlecheck/Ines%20Marsh')), /"uid":"1:12"/);
});

further('removing the package keeps the data, and purging it keeps the database unless asked', async (t) => {
  await inside('dpkg --remove svcapi');
  t.is(
    (await inside('ls /var/lib/svcapi/svcapi.db /etc/svcapi/config.toml; test ! -e /usr/bin/svcapi')).split('\n')
      .length,
    3,
  );
  t.regex(await inside('dpkg --purge svcapi'), /\/var\/lib\/svcapi, \/var\/backups\/svcapi and the user svcapi stay/);
  t.is(
    await inside('ls -d /var/lib/svcapi/svcapi.db /var/backups/svcapi /etc/svcapi /usr/lib/svcapi 2>/dev/null || true'),
    '/var/backups/svcapi\n/var/lib/svcapi/svcapi.db\n',
  );
  await inside('dpkg --install /mnt/svcapi.deb');
  t.is(await inside('stat -c "%U" /var/lib/svcapi/svcapi.db'), 'svcapi\n');
  await inside('SVCAPI_PURGE_DATA=yes dpkg --purge svcapi');
  t.is(await inside('ls -d /var/lib/svcapi /var/backups/svcapi /etc/svcapi 2>/dev/null || true'), '');
  t.is(await inside('getent passwd svcapi || true'), '');
});

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archive, zip } from './release/archive.js';
import { buildDeb } from './release/deb.js';
import { packPackages } from './release/packages.js';
import { run } from './release/run.js';
import { writeSbom } from './release/sbom.js';
import { buildTree, buildWindowsTree } from './release/tree.js';

// Makes the files of a release: `npm run release` builds the program first. The same commit gives the same bytes.
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    // The level of compression, 0 to 9: a low one is quick.
    level: { type: 'string', default: '9' },
  },
});
const out = resolve(values.out);
const level = Number(values.level);
const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct']));

/** Says which file comes next: compressing takes minutes. */
const report = (text) => process.stderr.write(`${text}\n`);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'svcapi-release-'));
try {
  report('Packing the packages…');
  const [tarball] = packPackages(out);
  const name = `svcapi-${version}-linux-x64`;
  const tree = join(work, name);
  report('Adding Node.js and the dependencies…');
  await buildTree(tree, tarball, work);
  report(`Writing ${name}.tar.xz…`);
  archive(tree, join(out, `${name}.tar.xz`), { level, epoch });
  report(`Writing svcapi_${version}_amd64.deb…`);
  await buildDeb(tree, { out, work, version, level, epoch });
  const windows = join(work, `svcapi-${version}-win-x64`);
  report(`Writing ${basename(windows)}.zip…`);
  await buildWindowsTree(windows, tarball, work);
  await zip(windows, join(out, `${basename(windows)}.zip`), { level, epoch });
  report('Writing the bill of materials…');
  await writeSbom(join(out, `svcapi-${version}.cdx.json`), { work, version, epoch });
} finally {
  await rm(work, { recursive: true, force: true });
}

const files = (await readdir(out)).sort();
const sums = run('sha256sum', files, { cwd: out });
await writeFile(join(out, 'SHA256SUMS'), sums);
process.stdout.write(sums);

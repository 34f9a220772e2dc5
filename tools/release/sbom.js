import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NODES, versionOf } from './node-binary.js';
import { run } from './run.js';

/**
 * Writes the bill of materials (CycloneDX): every package that is installed with the program or is part of its bundle, and Node.js.
 * npm makes it; its random number and the time of day are left out, since they would differ each time.
 */
export async function writeSbom(file, { work, version, epoch }) {
  const { name, license, dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  // npm takes the name of the program from the folder.
  const folder = join(work, 'sbom', name);
  await mkdir(folder, { recursive: true });
  const bundled = new Set(
    [...(await readFile('dist/licenses.txt', 'utf8')).matchAll(/^(\S+) \d[^\s:]*: /gm)].map(([, each]) => each),
  );
  const inBundle = Object.entries(devDependencies).filter(([each]) => bundled.has(each));
  const manifest = { name, version, license, dependencies: { ...dependencies, ...Object.fromEntries(inBundle) } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), await readFile('package-lock.json'));
  const quiet = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', ...quiet, '--silent'], { cwd: folder });
  const text = run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: folder,
  });
  const { serialNumber: _, ...sbom } = JSON.parse(text);
  sbom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  for (const nodeVersion of [NODES.linux, NODES.windows].map(versionOf)) {
    sbom.components.push({
      'bom-ref': `node@${nodeVersion}`,
      type: 'platform',
      name: 'node',
      version: nodeVersion,
      purl: `pkg:npm/node@${nodeVersion}`,
      licenses: [{ license: { id: 'MIT' } }],
    });
  }
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

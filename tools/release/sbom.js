import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { NODES, versionOf } from './node-binary.js';

// Writes the bill of materials (CycloneDX): every package that is installed with the program or is part of its bundle, and Node.js.
// npm makes it, in a folder whose name it takes for that of the program; its random number and the time of day are left out, since
// they would differ each time: `node tools/release/sbom.js FILE FOLDER`.
const [, , file, folder] = process.argv;
const npm = (...args) =>
  execFileSync('npm', [...args, '--package-lock-only'], { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

const { name, version, license, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const bundled = new Set(
  [...readFileSync('dist/licenses.txt', 'utf8').matchAll(/^(\S+) \d[^\s:]*: /gm)].map(([, each]) => each),
);
const inBundle = Object.entries(devDependencies).filter(([each]) => bundled.has(each));
const manifest = { name, version, license, dependencies: { ...dependencies, ...Object.fromEntries(inBundle) } };
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
npm('install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent');
const { serialNumber: _, ...sbom } = JSON.parse(npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application'));
sbom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString();
const node = { type: 'platform', name: 'node', licenses: [{ license: { id: 'MIT' } }] };
for (const release of [NODES.linux, NODES.windows].map(versionOf)) {
  const names = { 'bom-ref': `node@${release}`, purl: `pkg:npm/node@${release}` };
  sbom.components.push({ ...node, ...names, version: release });
}
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);

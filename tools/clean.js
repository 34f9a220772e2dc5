import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

// Removes what earlier builds have left: tests and chunks of deleted sources would still be run, and published. What the
// compiler made of sources that are still there stays, so that it compiles only what has changed.
const { compilerOptions, include } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
const { outDir, tsBuildInfoFile } = compilerOptions;
const kept = [...include, basename(tsBuildInfoFile)];

/** Lists the paths below a folder, with those of the folders in it. */
const pathsIn = (folder, options) => (existsSync(folder) ? readdirSync(folder, options) : []);

for (const name of pathsIn(outDir)) {
  if (!kept.includes(name)) rmSync(join(outDir, name), { recursive: true });
}
for (const folder of include) {
  for (const path of pathsIn(join(outDir, folder), { recursive: true })) {
    const source = path.replace(/(\.d)?\.([cm]?)[jt]s(\.map)?$/, '.$2ts');
    if (!existsSync(join(folder, source))) rmSync(join(outDir, folder, path), { recursive: true, force: true });
  }
}

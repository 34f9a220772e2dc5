import { readdir, rm } from 'node:fs/promises';
import { bundleClient } from './bundle/client.js';
import { writeLicenses } from './bundle/licenses.js';
import { writeManual } from './bundle/manual.js';
import { bundlePage } from './bundle/page.js';
import { bundleProgram } from './bundle/program.js';
import { bundleTesting } from './bundle/testing.js';

await Promise.all([bundleClient(), bundleTesting()]);
const [program, page] = [await bundleProgram(), await bundlePage()];
await writeManual();
await writeLicenses({ ...program.inputs, ...page.inputs });
const built = new Set([...program.files, ...page.files]);

// These files are named by their contents. Those of earlier builds would stay behind and be published.
for (const folder of ['dist/chunks', 'dist/page']) {
  for (const name of await readdir(folder)) if (!built.has(`${folder}/${name}`)) await rm(`${folder}/${name}`);
}

import { readdir, rm } from 'node:fs/promises';
import { bundleClient } from './bundle/client.js';
import { bundlePage } from './bundle/page.js';
import { bundleProgram } from './bundle/program.js';

await bundleClient();
const built = new Set([...(await bundleProgram()), ...(await bundlePage())]);

// These files are named by their contents. Those of earlier builds would stay behind and be published.
for (const folder of ['dist/chunks', 'dist/page']) {
  for (const name of await readdir(folder)) if (!built.has(`${folder}/${name}`)) await rm(`${folder}/${name}`);
}

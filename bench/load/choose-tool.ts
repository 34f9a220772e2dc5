import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../child.js';
import { script, temporaryFolder } from '../environment.js';
import { installTools } from '../tools.js';
import type { LoadTool, Sample } from './load.js';
import { hasWrk, wrk } from './wrk.js';

/** Returns wrk where it is installed, and otherwise autocannon, which takes several times as long for each request. */
export async function chooseTool(): Promise<LoadTool> {
  if (await hasWrk()) return wrk;
  await installTools();
  return autocannon;
}

let loads = 0;

/** autocannon, in a process of its own as wrk is, so that it takes no time from the process that measures. */
const autocannon: LoadTool = {
  name: 'autocannon',
  async send(load) {
    // Thousands of requests are too long for an argument.
    const file = join(temporaryFolder, `load-${loads++}.json`);
    writeFileSync(file, JSON.stringify(load));
    const output = await run(process.execPath, [script('load/autocannon-process.js'), file]);
    return JSON.parse(output) as Sample;
  },
};

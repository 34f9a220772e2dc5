import { run } from '../child.js';
import { script } from '../environment.js';
import type { LoadTool, Sample } from './load.js';

/** In a process of its own, as wrk is: it would take its time from whoever measures. */
export const autocannon: LoadTool = {
  name: 'autocannon',
  async send(load) {
    const output = await run(process.execPath, [script('load/autocannon-process.js'), JSON.stringify(load)]);
    return JSON.parse(output) as Sample;
  },
};

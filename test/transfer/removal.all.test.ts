import { keys, testExportWithout } from './removals.js';

for (const kind of Object.keys(keys)) testExportWithout(kind);

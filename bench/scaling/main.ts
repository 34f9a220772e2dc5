import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlans, scalingPage } from './document.js';

// Prints the plans of docs/scaling.md, or writes them into it: main.js --write.
const root = fileURLToPath(new URL('../../../', import.meta.url));
if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/scaling.md'), scalingPage(root));
else process.stdout.write(`${readPlans(root)}\n`);

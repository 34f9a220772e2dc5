import { fileURLToPath } from 'node:url';
import { readPlans } from './document.js';

// Prints the plans of docs/scaling.md.
process.stdout.write(`${readPlans(fileURLToPath(new URL('../../../', import.meta.url)))}\n`);

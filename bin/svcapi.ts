import { run } from '../src/cli/run.js';

void run();

import { run } from '../src/cli/main.js';

void run();

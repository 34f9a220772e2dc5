import { rmSync } from 'node:fs';

// Removes earlier builds: tests and chunks of deleted sources would still be run, and published.
rmSync('dist', { recursive: true, force: true });

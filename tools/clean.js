import { rmSync } from 'node:fs';

// What was built from files that are gone would otherwise still be run as a test, and published.
rmSync('dist', { recursive: true, force: true });

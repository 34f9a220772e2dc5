import { readFileSync } from 'node:fs';
import type { Share } from '../profile/shares.js';

/** Returns the parts of the resident memory, in bytes. */
function memoryParts(): Record<string, number> {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const status = readFileSync('/proc/self/status', 'utf8');
  const files = Number(/^RssFile:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  return {
    "pages of files, most of them Node.js's program": files,
    'objects and code of JavaScript': heapUsed,
    "free space in JavaScript's heap": heapTotal - heapUsed,
    'buffers, most of them kept answers': arrayBuffers,
    'other memory of JavaScript objects': external - arrayBuffers,
    'SQLite, sockets, and what the allocator keeps': Math.max(0, rss - files - heapTotal - external),
  };
}

process.on('message', () => {
  const parts = memoryParts();
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const shares: Share[] = Object.entries(parts).map(([where, bytes]) => ({ where, share: bytes / total }));
  process.send?.(shares.sort((a, b) => b.share - a.share));
});
process.once('disconnect', () => process.exit());

import { beginProfile, endProfile } from './profiler.js';

// Loaded before the program: the profile begins with its first line, and a message ends it.
await beginProfile();
process.on('message', () => void endProfile().then((profile) => process.send?.(profile)));
process.once('disconnect', () => process.exit());

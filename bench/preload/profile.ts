import { beginProfile, endProfile } from './profiler.js';

/** Begins a profile of the processor time, or ends it and sends it. */
async function obey(message: unknown): Promise<void> {
  if (message === 'start') {
    await beginProfile();
    process.send?.('started');
  } else process.send?.(await endProfile());
}

process.on('message', (message) => void obey(message));
process.once('disconnect', () => process.exit());

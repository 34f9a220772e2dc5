import { Session } from 'node:inspector/promises';

/** The interval between two samples, in microseconds. */
const INTERVAL = 200;

const session = new Session();
session.connect();

/** Begins a profile of the processor time, or ends it and sends it. */
async function obey(message: unknown): Promise<void> {
  if (message === 'start') {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    await session.post('Profiler.start');
    process.send?.('started');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  process.send?.(profile);
}

process.on('message', (message) => void obey(message));
process.once('disconnect', () => process.exit());

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** The interval between two samples, in microseconds. */
const INTERVAL = 200;

const session = new Session();
session.connect();

/** Begins a profile of the processor time of this process. */
export async function beginProfile(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
}

/** Ends the profile and returns it. */
export async function endProfile(): Promise<Profiler.Profile> {
  return (await session.post('Profiler.stop')).profile;
}

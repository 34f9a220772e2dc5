import { z } from 'zod';
import { formatGalacticTime, toGalacticTime } from '../domain/galactic-time.js';
import { permissionNames } from '../domain/permission.js';
import { duration, options, time } from './read-input.js';
import type { ClockState } from './shown.js';

export const inputs = {
  clock: options({
    set: time.optional(),
    advance: duration.optional(),
    running: z.boolean().optional(),
  }).refine(
    ({ set, advance, running }) =>
      (set ?? advance ?? running) !== undefined && (set === undefined || advance === undefined),
    'give set, advance or running; not set and advance together',
  ),
  reset: options({
    snapshot: z.string().optional(),
  }),
  token: options({
    character: z.string(),
    permissions: z.array(z.enum(permissionNames)).optional(),
    lifetime: duration.optional(),
  }),
  signIn: options({
    character: z.string(),
    client: z.string().default('sandbox-program'),
    scopes: z.array(z.enum(permissionNames)).optional(),
  }),
  records: options({
    records: z.array(z.looseObject({ kind: z.string() })),
  }),
};

/** @param now Unix milliseconds */
export function clockState(now: number, running: boolean): ClockState {
  const seconds = Math.floor(now / 1000);
  return {
    now: seconds,
    cgt: formatGalacticTime(toGalacticTime(seconds)),
    date: new Date(seconds * 1000).toISOString(),
    running,
  };
}

import { z } from 'zod';
import { formatGalacticTime, toGalacticTime } from '../domain/galactic-time.js';
import { permissionNames } from '../domain/permission.js';
import { faultInput } from './faults/fault.js';
import { whereInput } from './matching.js';
import { duration, options, time } from './read-input.js';
import { ANY } from './route-names.js';
import type { ClockState } from './shown.js';

const filter = {
  route: z.string().default(ANY).describe('Only the requests of this route, such as “GET /character”'),
  where: whereInput.optional(),
};

/** The schemas of the inputs of a sandbox, from a test in the same process or over HTTP. */
export const inputs = {
  clock: options({
    set: time.optional().describe('Set the clock: Unix seconds, ISO 8601 or galactic time'),
    advance: duration.optional().describe('Move the clock on: seconds, or a number with ms, s, m, h or d'),
    running: z.boolean().optional().describe('Let the clock run, or stop it'),
  }).refine(
    ({ set, advance, running }) =>
      (set ?? advance ?? running) !== undefined && (set === undefined || advance === undefined),
    'give set, advance or running; not set and advance together',
  ),
  fault: faultInput,
  reset: options({
    snapshot: z.string().optional().describe('Go back to this snapshot; to the beginning without it'),
  }),
  snapshot: options({}),
  token: options({
    character: z.string().describe('The uid or the name of the character that the token acts for'),
    permissions: z.array(z.enum(permissionNames)).optional().describe('Its permissions; all of them by default'),
    lifetime: duration.optional().describe('The time until it expires; 100 years by default'),
  }),
  signIn: options({
    character: z.string().describe('The uid or the name of the character that has signed in'),
    client: z.string().default('sandbox-program').describe('The id of the program; one that is unknown is registered'),
    scopes: z.array(z.enum(permissionNames)).optional().describe('What the program may do; everything by default'),
  }),
  requests: options(filter),
  wait: options({
    ...filter,
    times: z.int().min(1).optional().describe('Wait until so many have come in; one by default'),
    timeout: duration.optional().describe('The longest wait, in real time; 4 s by default'),
  }),
  verify: options({
    ...filter,
    times: z.int().min(0).optional().describe('The number of requests that must have come in; at least one by default'),
  }),
  records: options({
    records: z
      .array(z.looseObject({ kind: z.string() }))
      .describe('The records, as in a galaxy file (docs/import-format.md)'),
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

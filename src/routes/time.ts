import { z } from 'zod';
import {
  EPOCH,
  InvalidTime,
  MAX_TIMESTAMP,
  parseCgt,
  parseTimestamp,
  toGalacticTime,
} from '../domain/galactic-time.js';
import { LONGEST_NUMBER } from '../domain/text.js';
import { definePath } from './define-path.js';
import { defineRoute } from './define-route.js';
import { time, timeResult } from './payload.js';

const timePath = definePath('/api/time', {
  description: 'Galactic time (CGT) and its conversion from and to real time',
});

export const readTime = defineRoute(timePath, {
  method: 'GET',
  title: 'Current galactic time',
  description: 'The current galactic time',
  access: 'public',
  response: time,
  handle: ({ now }) => toGalacticTime(now),
});

/** `cgt` takes precedence; without either, the current time is converted. Reference, section 4.2. */
export const convertTime = defineRoute(timePath, {
  method: 'POST',
  resource: 'time_result',
  title: 'Convert a time',
  description: 'Converts galactic time to real time, or real time to galactic time',
  access: 'public',
  invalidInput: 'invalid_time',
  body: z.object({
    cgt: z
      .unknown()
      .optional()
      .meta({
        type: 'string',
        maxLength: LONGEST_NUMBER,
        description:
          'Galactic time to convert, as Y##D### or Year ## Day ###, optionally followed by , ##:## or , ##:##:##',
        examples: ['Year 12 Day 3, 05:12'],
      }),
    time: z
      .unknown()
      .optional()
      .meta({
        type: ['number', 'string'],
        minimum: EPOCH,
        maximum: MAX_TIMESTAMP,
        maxLength: LONGEST_NUMBER,
        indexType: 'number',
        description: `Real time to convert, in Unix seconds from ${EPOCH} to ${MAX_TIMESTAMP}; a fraction is cut off`,
      }),
  }),
  response: timeResult,
  handle({ body: { cgt, time }, now }) {
    const timestamp = cgt !== undefined ? fromCgt(cgt) : time !== undefined ? fromTime(time) : now;
    return { ...toGalacticTime(timestamp), timestamp };
  },
});

function fromCgt(cgt: unknown): number {
  if (typeof cgt !== 'string') throw new InvalidTime('cgt must be one string', 'cgt');
  return parseCgt(cgt);
}

function fromTime(time: unknown): number {
  if (typeof time !== 'string' && typeof time !== 'number') throw new InvalidTime('time must be one number', 'time');
  return parseTimestamp(time);
}

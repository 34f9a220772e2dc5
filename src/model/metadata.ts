import { z } from 'zod';
import { refusals } from '../domain/refusals.js';
import { name, text } from './columns.js';
import { defineModel } from './model.js';

/** A note about the galaxy or its database as a whole, such as that it is the demo. */
export const metadata = defineModel({
  table: 'facts',
  key: ['name'],
  fields: { name: name(), value: text() },
  check: ({ name, value }) => (name === 'demo' && !isDemo(value) ? refusals.notDemo() : undefined),
});

/** Returns true for the size and the seed of a demo galaxy, as the program reads them. */
function isDemo(value: string): boolean {
  try {
    return z.object({ size: z.number(), seed: z.number() }).partial().safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

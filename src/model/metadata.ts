import { name, text } from './columns.js';
import { defineModel } from './model.js';

/** A note about the galaxy or its database as a whole, such as that it is the demo. */
export const metadata = defineModel({
  table: 'facts',
  key: ['name'],
  fields: { name: name(), value: text() },
});

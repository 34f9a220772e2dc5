import { text, whole } from './columns.js';
import { defineModel } from './model.js';

/** The count of requests in a window, for processes that share a database; SQLite does not have the table. */
export const rateWindow = defineModel({
  table: 'rate_windows',
  key: ['key'],
  fields: {
    key: text(),
    count: whole(0),
    /** Unix milliseconds. */
    reset_at: whole(0),
  },
});

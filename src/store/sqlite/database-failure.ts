import { translate } from './driver.js';

/** Errors of SQLite, as its driver throws them. */
const errors = {
  /** Another process holds the lock for longer than the busy timeout. */
  busy: { message: 'database is locked', errcode: 5 },
  /** The tables are not those of this program. */
  damaged: { message: 'no such table: entities', errcode: 1 },
};

/** Returns what the store throws when the database is busy, or is not what it should be. */
export function databaseFailure(kind: keyof typeof errors): unknown {
  const { message, ...codes } = errors[kind];
  return translate(Object.assign(new Error(message), codes));
}

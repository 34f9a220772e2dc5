const { existsSync, writeFileSync } = require('node:fs') as typeof import('node:fs');
const { join } = require('node:path') as typeof import('node:path');
const { DatabaseSync } = require('@photostructure/sqlite') as typeof import('@photostructure/sqlite');

/** Holds a file as a program of Windows does, which lets nobody rename or replace it, until another one has failed to. */
const [file = '', control = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
try {
  // SQLite opens the file late.
  database.exec('select count(*) from sqlite_master');
} catch {
  // The file is not a database, and is open.
}
writeFileSync(join(control, 'held'), '');
const waiting = setInterval(() => {
  if (!existsSync(join(control, 'failed'))) return;
  clearInterval(waiting);
  database.close();
  writeFileSync(join(control, 'free'), '');
}, 20);

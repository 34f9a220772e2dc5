/** Returns true for the address of a PostgreSQL database, false for a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** Returns the name of a database as messages may show it: an address has no password and no parameters, which can hold one. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = new URL(database);
  url.password = '';
  url.search = '';
  return url.href;
}

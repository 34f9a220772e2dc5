export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** Returns the name for messages, without the password and the parameters, which can hold one. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = new URL(database);
  url.password = '';
  url.search = '';
  return url.href;
}

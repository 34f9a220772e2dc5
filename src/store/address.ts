export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** The driver reads these as verify-full, and would warn of that in its own words. */
const ALIASES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

export function driverAddress(database: string): string {
  return database.includes('uselibpqcompat=true') ? database : database.replace(ALIASES, '$1verify-full');
}

/** Returns the name for messages, without the password and the parameters, which can hold one. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = new URL(database);
  url.password = '';
  url.search = '';
  return url.href;
}

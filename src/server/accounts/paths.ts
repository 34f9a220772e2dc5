import { PREFIX } from '../../routes/path.js';

/** The path of the pages for people; all of them begin with it. */
export const ACCOUNT = `${PREFIX}/account`;

/** Returns true for a path of the pages for people. */
export function isAccountPath(path: string): boolean {
  return path === ACCOUNT || path.startsWith(`${ACCOUNT}/`);
}

/** Returns the relative address of the root of the service, `/ws/v2.0/`, from a path below it. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.slice(PREFIX.length + 1).split('/').length - 1);
}

/** The base of addresses that have no host. */
const ANY_ORIGIN = 'http://own.invalid';

/** Returns the path to open after a sign-in; undefined unless it is one of this service, so that no link leads to another host. */
export function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/ws\/[!-[\]-~]*$/.test(address)) return undefined;
  const { origin, pathname, search } = new URL(address, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname.startsWith('/ws/') ? pathname + search : undefined;
}

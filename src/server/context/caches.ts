/**
 * All that the service keeps to answer faster, with its bound and what empties it. A full cache drops what was used least recently
 * (lru-cache); nothing else of the service keeps what clients choose.
 *
 * 1. The payloads of long lists, in 16 MB (`response/list-cache.ts`). Any change of what is stored drops them.
 * 2. The entry of an address on the blacklist, for a second (`rate-limit/address-blacklist.ts`), which an own entry replaces.
 * 3. Parts made for an address of the service, which clients choose by their Host field: a provider of OAuth
 *    (`oauth/oauth.ts`).
 * 4. Parts that live as long as the one that they belong to: a document in its content codings (`documents/representation.ts`), and the
 *    composed steps of a provider (`oauth/provider.ts`).
 * 5. Parts made at first use and kept until the end, of which no client can make more: the files of the page (`documents/page-files.ts`),
 *    the documents (`documents/documents.ts`), the library of OAuth, the metrics
 *    (`metrics/open-metrics.ts`), the metadata of the OpenID Connect provider, which is read again after ten minutes
 *    (`accounts/openid-connect/identity-provider.ts`), and the names of XML elements that were found valid (`response/write-xml.ts`).
 */
export const cacheSizes = {
  /** Addresses whose entry on the blacklist, or the lack of one, is known. */
  blacklisted: 50_000,
  /** Loopback addresses with a provider of OAuth; a service with a public address has one. */
  providers: 8,
};

/** Makes a cache of many entries grow with them: for a `max`, lru-cache takes the memory of all of them at once, and the time. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/** The time for which a fact of the database is taken for true, in milliseconds: other processes change it too. */
const FRESH_FOR = 1000;

/**
 * Returns true for a fact that need not be read again. It does when the clock was set back.
 *
 * @param readAt Unix milliseconds
 */
export function isFresh({ readAt }: { readAt: number }, now: number): boolean {
  return now - readAt < FRESH_FOR && now >= readAt;
}

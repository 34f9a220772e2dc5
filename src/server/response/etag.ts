import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';

/** Characters of the digest in an ETag: 128 bits. */
const LENGTH = 22;

/** Returns the digest of some content, for its ETag. */
export function digestOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, LENGTH);
}

/**
 * Returns true if the client has the content already: its If-None-Match names the ETag, compared weakly, or is `*`. RFC 9110,
 * section 13.1.2.
 */
export function hasAlready(headers: IncomingHttpHeaders, etag: string): boolean {
  const { 'if-none-match': known } = headers;
  // Every `fetch` adds “Cache-Control: no-cache” to an If-None-Match, which is a rule for caches: nothing else is compared.
  // fresh knows spaces alone as white space, and no ETag has a tab.
  return known !== undefined && fresh({ 'if-none-match': known.replaceAll('\t', ' ').trim() }, { etag });
}

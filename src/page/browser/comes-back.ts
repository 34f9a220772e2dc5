/** Returns true for an address that the service has sent a browser back to, after a sign-in. RFC 6749, section 4.1.2. */
export function comesBack({ searchParams }: URL): boolean {
  return searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'));
}

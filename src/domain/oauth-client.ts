/** A client that every service knows; its row is created at the first sign-in. */
export const commandLine = { id: 'svcapi-cli', name: 'svcapi (command line)' } as const;

export const MAX_REDIRECT_URIS = 10;

const MAX_LENGTH = 500;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A private-use scheme: a reversed domain name, which no other kind of address resembles. RFC 8252, section 7.1. */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** Returns what is wrong and what to give, or undefined. RFC 6749, section 3.1.2, and RFC 8252. */
export function redirectUriProblem(address: string): string | undefined {
  if (address.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters; shorten it`;
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address))
    return 'is not an address; give one such as https://tools.example/signed-in';
  const { protocol, hostname, username, password } = new URL(address);
  if (address.includes('#')) return 'has a fragment; remove the # and what follows';
  if (username !== '' || password !== '') return 'has a user name; remove it';
  if (protocol === 'https:' || OWN_SCHEME.test(protocol)) return undefined;
  if (protocol === 'http:' && LOOPBACK.has(hostname)) return undefined;
  return 'is neither https, nor http on 127.0.0.1, nor a scheme such as com.example.app:; give one of these';
}

export function applicationTypeOf(addresses: readonly string[]): 'web' | 'native' {
  return addresses.every((address) => address.startsWith('https:')) ? 'web' : 'native';
}

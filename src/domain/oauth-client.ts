/** The command line, a client that every service knows. Its row is created when somebody first signs in with it. */
export const commandLine = { id: 'svcapi-cli', name: 'svcapi (command line)' } as const;

/** The ids that no other client can have: that of the command line, and one for a page that signs in. */
export const reservedClientIds: readonly string[] = [commandLine.id, 'svcapi-page'];

/** Maximum redirect addresses of a client. */
export const MAX_REDIRECT_URIS = 10;

/** The longest redirect address, in characters. */
const MAX_LENGTH = 500;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A scheme of a program's own: a domain name in reverse, which cannot be taken for another kind of address. RFC 8252, 7.1. */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/**
 * Returns what is wrong with an address that browsers may be sent back to, and what to give; undefined if it can be
 * registered. RFC 6749, section 3.1.2, and RFC 8252.
 */
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

/** Returns the kind of a program by its addresses: one with a scheme of its own or a loopback address runs on a device. */
export function applicationTypeOf(addresses: readonly string[]): 'web' | 'native' {
  return addresses.every((address) => address.startsWith('https:')) ? 'web' : 'native';
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

const PLAIN = /^[\w.:~-]*$/;

/** Encodes a path parameter. A colon stays readable. */
export function encodePathValue(value: string): string {
  return PLAIN.test(value) ? value : encodeURIComponent(value).replaceAll('%3A', ':');
}

/** Appends a suffix to a path whose last name ends like one. Proxies may decode an encoded dot (RFC 3986, section 6.2.2.2). */
export function protectSuffix(path: string, format = 'json'): string {
  return /\.(?:json|xml)$/i.test(path) ? `${path}.${format}` : path;
}

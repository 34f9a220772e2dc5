export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

const PLAIN = /^[\w.:~-]*$/;

/** A trailing .json or .xml would choose the format. Wire contract, “Formats”. */
const SUFFIX_DOT = /\.(?=(?:json|xml)$)/i;

/** Encodes a path parameter. A colon stays readable, and `a.json` becomes `a%2Ejson`. */
export function encodePathValue(value: string): string {
  const encoded = PLAIN.test(value) ? value : encodeURIComponent(value).replaceAll('%3A', ':');
  return encoded.includes('.') ? encoded.replace(SUFFIX_DOT, '%2E') : encoded;
}

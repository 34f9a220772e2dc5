/** The version of the package, which the bundle holds. */
declare const SVCAPI_CLIENT_VERSION: string | undefined;

/** Returns the User-Agent of the client; undefined in a browser, which has its own, and may refuse another to web pages. */
export function ownUserAgent(): string | undefined {
  if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) return undefined;
  return typeof SVCAPI_CLIENT_VERSION === 'string' ? `svcapi-client/${SVCAPI_CLIENT_VERSION}` : 'svcapi-client';
}

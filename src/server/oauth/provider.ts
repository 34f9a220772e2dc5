import type { Middleware } from 'koa';
import compose from 'koa-compose';
import type Provider from 'oidc-provider';
import { isSecretOf } from './client-secret.js';
import { configurationOf, type Library, type ProviderParts } from './configuration.js';
import { addressOf, type Issuer } from './issuer.js';

/** The provider of an issuer. */
export interface OpenProvider {
  issuer: Issuer;
  provider: Provider;
  /** The name of the cookie of a session. */
  sessionCookie: string;
  /** Answers a request. */
  run: Middleware;
}

/** Creates the provider of an issuer. */
export function createProvider(library: Library, issuer: Issuer, parts: ProviderParts): OpenProvider {
  const provider = new library.default(addressOf(issuer), configurationOf(library, issuer, parts));
  // openid-client sends the secret itself, and the database has only its hash.
  provider.Client.prototype.compareClientSecret = function (actual) {
    return isSecretOf(this.clientSecret, actual);
  };
  return { issuer, provider, sessionCookie: parts.cookieNames.session, run: compose(provider.middleware) };
}

/** Loads oidc-provider without the warning by which it greets the oldest Node.js that this program supports. */
export function loadLibrary(): Promise<Library> {
  return quietly(() => import('oidc-provider'));
}

/** Runs something that prints a warning to the console. */
export async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await run();
  } finally {
    console.warn = warn;
  }
}

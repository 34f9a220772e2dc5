import type Provider from 'oidc-provider';
import type { Client, Model, ModelClass } from 'oidc-provider';
import { newToken, SECRET_PREFIXES } from '../../../store/token.js';
import { isSecretOf } from '../proven-client.js';

/**
 * Changes what oidc-provider has no setting for. These are prototypes and not configuration: the version is pinned, and
 * test/server/oauth/patches.test.ts has one test for each. Call it before the first use of a model.
 */
export function patchModels(provider: Provider): void {
  nameTokens(provider);
  keepAccessType(provider);
  compareHashedSecrets(provider.Client.prototype);
  keepSessionCookie(provider);
  carryCharacter(provider);
}

/** Gives tokens the prefix by which people and secret scanners recognise a leaked one. */
function nameTokens(provider: Provider): void {
  generateWith(provider.AccessToken, () => newToken());
  generateWith(provider.RefreshToken, () => newToken(SECRET_PREFIXES.refreshToken));
}

function generateWith<M extends Model>({ prototype }: ModelClass<M>, generate: () => string): void {
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function (this: M) {
    // It also sets the format of the token.
    generateTokenId.call(this);
    return generate();
  };
}

/** Lets codes carry whether the program asked for a refresh token. */
function keepAccessType({ AuthorizationCode, DeviceCode }: Provider): void {
  for (const model of [AuthorizationCode, DeviceCode]) addToPayload(model, 'accessType');
}

/** Lets grants carry the character that they are for. */
function carryCharacter({ Grant }: Provider): void {
  addToPayload(Grant, 'character');
}

function addToPayload<M extends Model>(model: ModelClass<M>, field: string): void {
  const fields = [...model.IN_PAYLOAD, field];
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => fields });
}

/** Compares the secrets of clients by their hashes, which is all that is stored. */
function compareHashedSecrets(client: Client): void {
  client.compareClientSecret = function (this: Client, actual: string) {
    return isSecretOf(this.clientSecret, actual);
  };
}

/**
 * Keeps the cookie of a session when an authorization goes on. It is new at each sign-in, which happens outside of the library;
 * renewing it here would sign out a person who answers two questions at once.
 */
function keepSessionCookie({ Session }: Provider): void {
  Session.prototype.resetIdentifier = () => {};
}

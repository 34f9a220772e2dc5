/** The parts in use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type Koa from 'koa';

  export type Payload = Record<string, unknown>;

  /** Identifiers are the secrets themselves. */
  export interface ModelAdapter {
    upsert(id: string, payload: Payload, lifetime: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid?(uid: string): Promise<Payload | undefined>;
    consume?(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId?(grantId: string): Promise<void>;
  }

  export interface Model {
    kind: string;
    jti: string;
    clientId: string;
  }

  export interface Grant extends Model {
    getOIDCScope(): string;
    save(): Promise<string>;
  }

  export interface Client {
    clientId: string;
    clientSecret: string;
    clientAuthMethod: string;
    applicationType: 'web' | 'native';
    requiresPkce: boolean;
    isResourceServer: boolean;
  }

  export interface Interaction {
    uid: string;
    params: Record<string, string | undefined>;
    prompt: { name: string };
    session?: { uid: string };
  }

  export interface OidcContext {
    provider: Provider;
    route: string;
    client: Client;
    params: Record<string, string | undefined>;
    account?: { accountId: string };
    result?: { consent?: { grantId?: string } };
    entities: { Grant?: Grant; Client?: Client };
  }

  export type Context = Koa.Context & { oidc: OidcContext };

  export default class Provider extends Koa {
    constructor(issuer: string, configuration: object);
    static readonly ctx: Context | undefined;
    readonly Grant: { new (...args: never[]): Grant; find(id: string): Promise<Grant | undefined> };
    readonly Client: { readonly prototype: { compareClientSecret(this: Client, actual: string): boolean } };
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>;
  }

  export interface OidcError extends Error {
    error_detail?: string;
  }

  export const errors: Record<
    'InvalidGrant' | 'InvalidRequest' | 'InvalidScope',
    new (
      description: string,
    ) => OidcError
  >;

  export const interactionPolicy: {
    Check: new (reason: string, description: string, error: string, check: (ctx: Context) => boolean) => unknown;
    base(): { get(name: string): { checks: { remove(reason: string): void; add(check: unknown): void } } | undefined };
  };
}

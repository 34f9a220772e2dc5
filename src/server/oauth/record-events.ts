import type Provider from 'oidc-provider';
import type { Context, OidcError } from 'oidc-provider';
import type { Logger } from 'pino';

/** Logs what the library does. No line has a token, a code, a secret or an address of a program. */
export function recordEvents(provider: Provider, log: Logger): void {
  const lineOf = ({ state, oidc }: Context) => ({
    requestId: state.requestId,
    address: state.clientAddress,
    client: oidc.entities.Client?.clientId,
    grant: oidc.entities.Grant?.jti,
  });

  provider.on('grant.success', (ctx: Context) => {
    const grantType = String(ctx.oidc.params.grant_type);
    log.info({ ...lineOf(ctx), grantType }, 'tokens issued');
  });
  provider.on('grant.revoked', (ctx: Context, grant: string) => {
    log.info({ ...lineOf(ctx), grant }, 'grant ended');
  });
  for (const event of ['authorization', 'grant', 'device_authorization', 'revocation', 'introspection']) {
    provider.on(`${event}.error`, (ctx: Context, { message, error_detail }: OidcError) => {
      // A device that waits asks every five seconds.
      const level = message === 'authorization_pending' ? 'debug' : 'info';
      log[level]({ ...lineOf(ctx), error: message, detail: error_detail }, 'refused');
    });
  }
  provider.on('server_error', (ctx: Context, err: Error) => {
    log.error({ requestId: ctx.state.requestId, err }, 'server_error');
  });
}

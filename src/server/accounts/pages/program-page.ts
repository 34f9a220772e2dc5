import { Failure } from '../../../domain/failure.js';
import { applicationTypeOf } from '../../../domain/redirect-uri.js';
import { type Program, renderProgram } from '../../../page/server/account/my-programs.js';
import type { Client } from '../../../store/store.js';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { keepSecret, takeSecret } from '../one-time-secret.js';
import { personalClientId } from '../personal-client.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';
import { readProgram } from './read-program.js';

/** A program of the account, and the form that changes it. */
export const programPage: Page = {
  for: 'account',
  path: '/account/my-programs/{id}',

  async get(visit) {
    const program = programOf(await ownClient(visit));
    const secret = takeSecret(visit.ctx, visit.services.accounts.cookies, program.id);
    return { view: renderProgram(visit.frame, { program, secret }) };
  },

  async post(visit, form) {
    const program = programOf(await ownClient(visit));
    const { name, redirectUris, problems } = await readProgram(visit.services.store, form, program.name);
    if (problems.length > 0) {
      const redirects = fieldOf(form, 'redirects');
      return { status: 400, view: renderProgram(visit.frame, { program, name, redirects, problems }) };
    }
    await visit.services.store.clients.update(program.id, {
      name,
      redirect_uris: JSON.stringify(redirectUris),
      application_type: applicationTypeOf(redirectUris),
    });
    return { redirect: `${program.id}?done=saved` };
  },
};

/** Gives a program another secret. */
export const programSecretPage: Page = {
  for: 'account',
  path: '/account/my-programs/{id}/secret',

  async post(visit) {
    const { ctx, services, log } = visit;
    const client = await ownClient(visit);
    if (client.is_public === 1) throw new Failure('not_found');
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    await services.store.clients.update(client.id, { secret_hash: tokenHash(secret) });
    log.info({ client: client.id }, 'secret of a program renewed');
    keepSecret(ctx, services.accounts.cookies, client.id, secret);
    return { redirect: `../${client.id}` };
  },
};

/** Removes a program, with everybody's access through it. */
export const removeProgramPage: Page = {
  for: 'account',
  path: '/account/my-programs/{id}/remove',

  async post(visit) {
    const { services, log, now } = visit;
    const { id } = await ownClient(visit);
    await services.store.clients.revoke(id, now);
    log.info({ client: id }, 'program removed');
    return { redirect: '../../my-programs?done=removed' };
  },
};

/**
 * Finds the client that the path names.
 *
 * @throws {Failure} `not_found` if it is not one of the account
 */
async function ownClient({ services, account, id }: OwnVisit): Promise<Client> {
  const client = await services.store.clients.find(id);
  const isOwn = client?.owner_id === account.id && client.revoked_at === null && id !== personalClientId(account);
  if (!client || !isOwn) throw new Failure('not_found');
  return client;
}

/** Returns a client as its owner sees it. */
export function programOf({ id, name, redirect_uris, is_public, created_at }: Client): Program {
  return { id, name, redirectUris: JSON.parse(redirect_uris) as string[], isPublic: is_public === 1, created_at };
}

import { Failure } from '../../../domain/failure.js';
import { applicationTypeOf, MAX_REDIRECT_URIS, redirectUriProblem } from '../../../domain/oauth-client.js';
import { GIVEN_NAME_LENGTH, GIVEN_NAME_RULE, givenName } from '../../../domain/text.js';
import { type AccountView, type Problem, renderName } from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';
import type { Client, Store } from '../../../store/store.js';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import type { Body } from '../../state.js';
import { keepSecret, takeSecret } from '../one-time-secret.js';
import { isReserved } from '../reserved-names.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';
import { personalClientId } from './access-page.js';
import { renderMetadata, renderSecret } from './details.js';
import { renderButton, renderField, renderForm, renderSubmit } from './form.js';

/** A program of the account, and the form that changes it. */
export const programPage: Page = {
  for: 'account',
  path: '/account/my-programs/{id}',

  async get(visit) {
    const client = await ownClient(visit);
    const wanted = { name: client.name, redirects: redirectUrisOf(client).join('\n') };
    const secret = takeSecret(visit.ctx, visit.services.accounts.cookies, client.id);
    return { view: render(visit, client, wanted, { secret }) };
  },

  async post(visit, form) {
    const client = await ownClient(visit);
    const { wanted, described, problems } = await readProgram(visit.services.store, form, client.name);
    if (problems.length > 0) return { status: 400, view: render(visit, client, wanted, { problems }) };
    await visit.services.store.clients.update(client.id, described);
    return { redirect: `${client.id}?done=saved` };
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

function redirectUrisOf({ redirect_uris }: Client): string[] {
  return JSON.parse(redirect_uris) as string[];
}

/** The fields of a program, as they were sent. */
export interface WantedProgram {
  name: string;
  /** One address a line. */
  redirects: string;
}

/**
 * Reads the form of a program.
 *
 * @param oldName the name that it has already
 */
export async function readProgram(store: Store, form: Body, oldName?: string) {
  const wanted: WantedProgram = { name: fieldOf(form, 'program'), redirects: fieldOf(form, 'redirects') };
  const name = givenName(wanted.name) ?? wanted.name;
  const lines = wanted.redirects.split(/\r?\n/).map((line) => line.trim());
  const redirectUris = [...new Set(lines.filter((line) => line !== ''))];
  const problems = [
    ...(name === oldName ? [] : await nameProblems(store, name)),
    ...redirectProblems(redirectUris).map((text) => ({ field: 'redirects', text })),
  ];
  const application_type = applicationTypeOf(redirectUris);
  return { wanted, problems, described: { name, redirect_uris: JSON.stringify(redirectUris), application_type } };
}

async function nameProblems(store: Store, name: string): Promise<Problem[]> {
  if (givenName(name) === undefined)
    return [{ field: 'program', text: `Give the program a name: ${GIVEN_NAME_RULE}.` }];
  if (!(await isReserved(store, name))) return [];
  return [{ field: 'program', text: 'The service or a program of its host has this name. Choose another.' }];
}

function redirectProblems(addresses: string[]): string[] {
  if (addresses.length === 0) return ['Give at least one redirect address.'];
  if (addresses.length > MAX_REDIRECT_URIS) return [`Give at most ${MAX_REDIRECT_URIS} redirect addresses.`];
  const faults = addresses.map((address) => ({ address, problem: redirectUriProblem(address) }));
  const fault = faults.find(({ problem }) => problem !== undefined);
  return fault ? [`${fault.address.slice(0, 80)} ${fault.problem}.`] : [];
}

/** Renders the fields of a program. */
export function programFields({ name, redirects }: WantedProgram, problems: readonly Problem[]): Html[] {
  return [
    renderField(
      {
        name: 'program',
        label: 'Name',
        value: name,
        hint: 'Players see it when they are asked.',
        maxlength: GIVEN_NAME_LENGTH,
      },
      problems,
    ),
    renderField(
      {
        name: 'redirects',
        label: 'Redirect addresses',
        value: redirects,
        rows: 3,
        hint: 'One a line, such as https://tools.example/signed-in, or http://127.0.0.1/ for a program on a device. They must match exactly, but for the port of a loopback address.',
      },
      problems,
    ),
  ];
}

function render(
  { frame: { root, formToken } }: OwnVisit,
  { id, name, is_public }: Client,
  wanted: WantedProgram,
  { secret, problems = [] }: { secret?: string | undefined; problems?: readonly Problem[] },
): AccountView {
  const isPublic = is_public === 1;
  return {
    title: name,
    heading: renderName(name),
    problems,
    hasSecret: secret !== undefined,
    body: html`${secret !== undefined && renderSecret('The secret of the program', secret)}
${renderMetadata([
  ['Client id', html`<code>${id}</code>`],
  ['Secret', isPublic ? 'none: it uses PKCE' : 'stored as a hash, and not shown again'],
  ['Authorization', html`<code>/ws/oauth2/auth</code>`],
  ['Token', html`<code>/ws/oauth2/token</code>`],
])}
${renderForm(id, formToken, [...programFields(wanted, problems), renderSubmit('Save')])}
${
  !isPublic &&
  html`<section aria-labelledby="renew-title">
<h2 id="renew-title">New secret</h2>
<p>The old secret stops working at once. Tokens stay valid.</p>
${renderButton(`${id}/secret`, formToken, { text: 'Make a new secret' })}
</section>`
}
<section aria-labelledby="remove-title">
<h2 id="remove-title">Remove the program</h2>
<p>Ends the access of everybody who uses it. This cannot be undone.</p>
${renderButton(`${id}/remove`, formToken, { text: 'Remove it', about: name })}
</section>
<p><a href="${root}account/my-programs">All my programs</a></p>`,
  };
}

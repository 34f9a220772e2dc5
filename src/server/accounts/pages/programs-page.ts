import { Failure } from '../../../domain/failure.js';
import { applicationTypeOf, MAX_REDIRECT_URIS, redirectUriProblem } from '../../../domain/oauth-client.js';
import { GIVEN_NAME_LENGTH, GIVEN_NAME_RULE, givenName } from '../../../domain/text.js';
import { html } from '../../../page/server/html.js';
import type { Client } from '../../../store/store.js';
import { newId, newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { type PageView, type Problem, renderName } from '../../documents/send-page.js';
import { isReserved } from '../../oauth/clients.js';
import type { Body } from '../../state.js';
import { keepSecret, renderSecret, takeSecret } from '../one-time-secret.js';
import { fieldOf, forAccount, type PageRequest, type SignedInRequest } from '../page-request.js';
import { personalClientId } from './access-page.js';
import { renderDate, renderMetadata } from './details.js';
import { type Field, renderButton, renderForm } from './form.js';

/** Per account. */
const MAX_PROGRAMS = 20;

export const myProgramsPage = forAccount({
  path: '/account/my-programs',

  get: (request) => renderPrograms(request, { name: '', redirects: '' }, 'confidential'),

  async post(request, form) {
    const { store, log, account, now } = request;
    const { wanted, described, problems } = await readProgram(request, form);
    const isPublic = form.kind === 'public';
    const { length } = await programsOf(request);
    if (length >= MAX_PROGRAMS)
      problems.push({ text: `You have ${length} programs, which is the maximum. Remove one first.` });
    if (problems.length > 0) return renderPrograms(request, wanted, isPublic ? 'public' : 'confidential', problems);
    const id = newId();
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    const kind = { is_public: isPublic ? 1 : 0, secret_hash: isPublic ? null : tokenHash(secret) } as const;
    await store.clients.create({ id, owner_id: account.id, ...described, ...kind, requires_pkce: 1 }, now);
    log.info({ account: account.id, client: id }, 'program registered');
    if (!isPublic) keepSecret(request, id, secret);
    return { redirect: `my-programs/${id}` };
  },
});

export const programPage = forAccount({
  path: '/account/my-programs/{id}',

  async get(request) {
    const client = await ownClient(request);
    const redirects = (JSON.parse(client.redirect_uris) as string[]).join('\n');
    return renderProgram(request, client, { name: client.name, redirects }, { secret: takeSecret(request, client.id) });
  },

  async post(request, form) {
    const client = await ownClient(request);
    const { wanted, described, problems } = await readProgram(request, form, client.name);
    if (problems.length > 0) return renderProgram(request, client, wanted, { problems });
    await request.store.clients.update(client.id, described);
    return { redirect: `${client.id}?done=saved` };
  },
});

export const programSecretPage = forAccount({
  path: '/account/my-programs/{id}/secret',

  async post(request) {
    const { id, is_public } = await ownClient(request);
    if (is_public === 1) throw new Failure('not_found');
    const secret = newToken(SECRET_PREFIXES.clientSecret);
    await request.store.clients.update(id, { secret_hash: tokenHash(secret) });
    request.log.info({ client: id }, 'secret of a program renewed');
    keepSecret(request, id, secret);
    return { redirect: `../${id}` };
  },
});

export const removeProgramPage = forAccount({
  path: '/account/my-programs/{id}/remove',

  async post(request) {
    const { id } = await ownClient(request);
    await request.store.clients.revoke(id, request.now);
    request.log.info({ client: id }, 'program removed');
    return { redirect: '../../my-programs?done=removed' };
  },
});

/** @throws {Failure} `not_found` for a client of another account */
async function ownClient(request: SignedInRequest): Promise<Client> {
  const client = (await programsOf(request)).find(({ id }) => id === request.id);
  if (!client) throw new Failure('not_found');
  return client;
}

async function programsOf({ store, account }: SignedInRequest): Promise<Client[]> {
  const clients = await store.clients.ofAccount(account.id);
  return clients.filter(({ id }) => id !== personalClientId(account));
}

interface WantedProgram {
  name: string;
  /** One URL per line. */
  redirects: string;
}

/** @param oldName the current name, which is always accepted */
async function readProgram(request: PageRequest, form: Body, oldName?: string) {
  const wanted: WantedProgram = { name: fieldOf(form, 'program'), redirects: fieldOf(form, 'redirects') };
  const name = givenName(wanted.name) ?? wanted.name;
  const lines = wanted.redirects.split(/\r?\n/).map((line) => line.trim());
  const redirectUris = [...new Set(lines.filter((line) => line !== ''))];
  const faults = {
    program: name === oldName ? undefined : await nameProblem(request, name),
    redirects: redirectProblem(redirectUris),
  };
  const problems: Problem[] = Object.entries(faults).flatMap(([field, text]) => (text ? [{ field, text }] : []));
  const application_type = applicationTypeOf(redirectUris);
  return { wanted, problems, described: { name, redirect_uris: JSON.stringify(redirectUris), application_type } };
}

async function nameProblem({ store }: PageRequest, name: string): Promise<string | undefined> {
  if (givenName(name) === undefined) return `Give the program a name: ${GIVEN_NAME_RULE}.`;
  const isTaken = await isReserved(store, name);
  return isTaken ? 'The service or a program of its host has this name. Choose another.' : undefined;
}

function redirectProblem(addresses: string[]): string | undefined {
  if (addresses.length === 0) return 'Give at least one redirect address.';
  if (addresses.length > MAX_REDIRECT_URIS) return `Give at most ${MAX_REDIRECT_URIS} redirect addresses.`;
  const wrong = addresses.find((address) => redirectUriProblem(address) !== undefined);
  return wrong && `${wrong.slice(0, 80)} ${redirectUriProblem(wrong)}.`;
}

function programFields({ name, redirects }: WantedProgram): Field[] {
  const hint =
    'One a line, such as https://tools.example/signed-in, or http://127.0.0.1/ for a program on a device. They must match exactly, but for the port of a loopback address.';
  const [label, maxlength] = ['Name', GIVEN_NAME_LENGTH];
  return [
    { name: 'program', label, value: name, hint: 'Players see it when they are asked.', maxlength },
    { name: 'redirects', label: 'Redirect addresses', value: redirects, rows: 3, hint },
  ];
}

const KINDS = [
  {
    value: 'confidential',
    label: 'On a server',
    hint: 'It gets a secret, which only the server knows, and also uses PKCE.',
  },
  {
    value: 'public',
    label: 'On the devices of its users',
    hint: 'In a browser, on a desktop or on a phone: it can keep no secret, and uses PKCE.',
  },
];

async function renderPrograms(
  request: SignedInRequest,
  wanted: WantedProgram,
  kind: string,
  problems: readonly Problem[] = [],
): Promise<PageView> {
  const programs = (await programsOf(request)).map(
    ({ id, name, created_at }) =>
      html`<li><a href="my-programs/${id}">${renderName(name)}</a> <span class="note"><code>${id}</code>, since ${renderDate(created_at)}</span></li>`,
  );
  const kinds = { name: 'kind', label: 'Where does it run?', value: kind, choices: KINDS };
  const fields = [...programFields(wanted), kinds];
  return {
    title: 'My programs',
    problems,
    body: html`<p>Register a program that other players sign in to. It sends them here, and gets a token for each who agrees.</p>
${programs.length > 0 && html`<ul class="programs">${programs}</ul>`}
<h2>Register a program</h2>
${renderForm(request.frame, 'my-programs', fields, { submit: 'Register', problems })}`,
  };
}

function renderProgram(
  { frame }: SignedInRequest,
  { id, name, is_public }: Client,
  wanted: WantedProgram,
  { secret, problems = [] }: { secret?: string | undefined; problems?: readonly Problem[] },
): PageView {
  const isPublic = is_public === 1;
  return {
    title: name,
    heading: renderName(name),
    problems,
    body: html`${secret !== undefined && renderSecret('The secret of the program', secret)}
${renderMetadata([
  ['Client id', html`<code>${id}</code>`],
  ['Secret', isPublic ? 'none: it uses PKCE' : 'stored as a hash, and not shown again'],
  ['Authorization', html`<code>/ws/oauth2/auth</code>`],
  ['Token', html`<code>/ws/oauth2/token</code>`],
])}
${renderForm(frame, id, programFields(wanted), { submit: 'Save', problems })}
${
  !isPublic &&
  html`<section aria-labelledby="renew-title">
<h2 id="renew-title">New secret</h2>
<p>The old secret stops working at once. Tokens stay valid.</p>
${renderButton(frame, `${id}/secret`, { text: 'Make a new secret' })}
</section>`
}
<section aria-labelledby="remove-title">
<h2 id="remove-title">Remove the program</h2>
<p>Ends the access of everybody who uses it. This cannot be undone.</p>
${renderButton(frame, `${id}/remove`, { text: 'Remove it', about: name })}
</section>
<p><a href="${frame.root}account/my-programs">All my programs</a></p>`,
  };
}

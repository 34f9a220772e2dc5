import type { errors, InteractionResults } from 'oidc-provider';
import { durationInWords } from '../../../domain/duration.js';
import type { Permission } from '../../../domain/permission.js';
import { html } from '../../../page/server/html.js';
import type { Client } from '../../../store/store.js';
import { message, type PageView, type Problem, renderName } from '../../documents/send-page.js';
import { findClient } from '../../oauth/clients.js';
import { agree, isUnverified } from '../../oauth/consent.js';
import type { Body } from '../../state.js';
import { fieldOf, forAccount, type SignedInRequest } from '../page-request.js';
import { renderMetadata, renderPermissions } from './details.js';
import { renderForm } from './form.js';

export interface Question {
  client: Pick<Client, 'id' | 'name' | 'owner_id'>;
  permissions: Permission[];
  /** True for access until it is revoked; otherwise it lasts as long as an access token. */
  isOffline: boolean;
  isUnverified: boolean;
  /** Such as `tools.example` or `a program on this device`. */
  destination: string;
  /** Sources that `form-action` must allow for the redirect. */
  formTargets?: readonly string[];
  /** Relative to the page. */
  action: string;
  values?: Readonly<Record<string, string>>;
}

export const consentPage = forAccount({
  path: '/account/interaction/{id}',

  async get(request) {
    const asked = await findQuestion(request);
    return asked ? showConsent(request, asked.question) : unanswerable;
  },

  async post(request, form) {
    const asked = await findQuestion(request);
    if (!asked) return unanswerable;
    const decision = await decide(request, asked.question, form);
    if ('title' in decision) return decision;
    const { grantId } = decision;
    await asked.finish(grantId === null ? DENIED : { consent: { grantId } });
    const { formTargets } = asked.question;
    return { redirect: `${request.frame.root}../oauth2/auth/${request.id}`, formTargets };
  },
});

const DENIED = { error: 'access_denied', error_description: 'the person did not agree' };

const unanswerable = message(
  400,
  'This question can no longer be answered',
  'It has been answered, is older than 15 minutes, or was asked in another session. Start again in the program that sent you here.',
);

/** Finds the question of this browser and session; nobody else can answer it. */
async function findQuestion({ ctx, oauth, store, session, id }: SignedInRequest) {
  const provider = (await oauth.open(ctx))?.provider;
  const interaction = await provider?.interactionDetails(ctx.req, ctx.res).catch((error: errors.OIDCProviderError) => {
    if (error.name !== 'SessionNotFound') throw error;
  });
  if (!provider || interaction?.uid !== id || interaction.prompt.name !== 'consent') return undefined;
  // Its cookie could have been set by somebody else.
  if (interaction.session?.uid !== session?.uid) return undefined;
  const params = interaction.params as Record<string, string | undefined>;
  const { client_id: clientId = '', redirect_uri: redirectUri = '', scope = '', access_type } = params;
  const client = await findClient(store, clientId);
  if (!client) return undefined;
  const question: Question = {
    ...redirectTarget(redirectUri),
    client,
    action: id,
    permissions: scope.split(' ') as Permission[],
    isOffline: access_type === 'offline',
    isUnverified: isUnverified(client.is_public === 1, client.application_type, redirectUri),
  };
  return { question, finish: (result: InteractionResults) => provider.interactionResult(ctx.req, ctx.res, result) };
}

function redirectTarget(redirectUri: string): Pick<Question, 'destination' | 'formTargets'> {
  const { protocol, origin, host, hostname } = new URL(redirectUri);
  if (protocol === 'https:') return { destination: host, formTargets: [origin] };
  // A policy cannot name an address of IPv6.
  if (protocol === 'http:')
    return { destination: 'a program on this device', formTargets: [hostname.startsWith('[') ? protocol : origin] };
  return { destination: `the program on this device that opens ${protocol} addresses`, formTargets: [protocol] };
}

/** Creates the grant, or returns the page again for an incomplete form. */
export async function decide(
  request: SignedInRequest,
  question: Question,
  form: Body,
): Promise<PageView | { grantId: string | null }> {
  const { account, store, options, now, log } = request;
  const { client, permissions, isOffline, isUnverified } = question;
  const line = { account: account.id, client: client.id };
  if (fieldOf(form, 'decision') !== 'allow') {
    log.info(line, 'consent denied');
    return { grantId: null };
  }
  const character = account.characters.find(({ uid }) => uid === fieldOf(form, 'character'));
  if (!character)
    return showConsent(request, question, [{ field: 'character', text: 'Choose one of your characters.' }]);
  const agreement = { accountId: account.id, clientId: client.id, characterUid: character.uid, permissions };
  const grantId = await agree(store, options, { ...agreement, isOffline, isUnverified }, now);
  log.info({ ...line, grant: grantId }, 'consent given');
  return { grantId };
}

/** Asks with a form that sends `character` and `decision` (`allow` or `deny`). */
export async function showConsent(
  request: SignedInRequest,
  question: Question,
  problems: readonly Problem[] = [],
): Promise<PageView> {
  const { account, store, frame, options } = request;
  const { client, permissions, isOffline, isUnverified, values, action, formTargets } = question;
  const [only, ...others] = account.characters;
  if (!only) {
    const text = 'Your account has no character that a program could act for. Ask the host of this service to add one.';
    return message(403, 'There is no character', text);
  }
  const owner = client.owner_id === null ? undefined : await store.accounts.find(client.owner_id);
  const holder = others.length === 0 ? only.name : 'one of your characters';
  const choices = account.characters.map(({ uid, name }) => ({
    value: uid,
    label: html`${renderName(name)} <code>${uid}</code>`,
  }));
  const content = [
    others.length > 0 && { name: 'character', label: 'Which character?', choices },
    html`<h2>It will be able to</h2>\n${renderPermissions(permissions)}`,
    html`<p>${
      isOffline
        ? html`It may do this until you end it under <a href="${frame.root}account">Programs</a>.`
        : `It may do this for ${durationInWords(options.accessTokenLifetime)}.`
    }</p>
<p class="actions"><button type="submit" name="decision" value="allow" class="primary">Allow</button>
<button type="submit" name="decision" value="deny">Do not allow</button></p>`,
  ];
  const hidden = { ...values, ...(others.length === 0 && { character: only.uid }) };
  return {
    title: `Let ${client.name} act for ${holder}?`,
    heading: html`Let ${renderName(client.name)} act for ${renderName(holder)}?`,
    problems,
    formTargets,
    body: html`${renderMetadata([
      ['Registered by', owner ? html`the player ${renderName(owner.name)}` : 'the host of this service'],
      ['You will return to', renderName(question.destination)],
      ['Program', renderName(client.name)],
    ])}
${
  isUnverified &&
  html`<p class="warning">Any program can use this name. Allow it only if you have just started it yourself.</p>`
}
${renderForm(frame, action, content, { values: hidden, problems })}`,
  };
}

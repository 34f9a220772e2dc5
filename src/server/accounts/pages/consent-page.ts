import type { OidcError } from 'oidc-provider';
import type { Permission } from '../../../domain/permission.js';
import { GIVEN_NAME_LENGTH } from '../../../domain/text.js';
import {
  type AccountFrame,
  type AccountView,
  type Problem,
  renderMessage,
  renderName,
} from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';
import type { Client } from '../../../store/store.js';
import { findClient } from '../../oauth/built-in-clients.js';
import { isUnverified } from '../../oauth/consent-rules.js';
import { agree } from '../../oauth/create-grant.js';
import { unknownScopesOf } from '../../oauth/parameters.js';
import type { Body } from '../../state.js';
import { fieldOf, type OwnVisit, type Page, type Reply } from '../visit.js';
import { renderMetadata } from './details.js';
import { nameProblem, readOptionalName, renderChoices, renderField, renderForm } from './form.js';
import { renderPermissions } from './permission-choices.js';

/** A program's request to a person. */
export interface Question {
  client: Pick<Client, 'id' | 'name' | 'owner_id'>;
  permissions: Permission[];
  /** Scopes that the program asks for, and that do not exist. */
  unknownScopes: readonly string[];
  /** True when the program keeps its access until it is taken back; otherwise it lasts an hour. */
  isOffline: boolean;
  isUnverified: boolean;
  /** The place that the browser or the person returns to, such as `tools.example` or `a program on this device`. */
  destination: string;
  /** The address of the form, relative to the page. */
  action: string;
  /** Hidden fields of the form, such as the code of a device. */
  values?: Readonly<Record<string, string>>;
}

/** The page on which a program that has sent a browser here asks whether it may act for a character. */
export const consentPage: Page = {
  for: 'account',
  path: '/account/interaction/{id}',

  async get(visit) {
    const asked = await findQuestion(visit);
    if (!asked) return unanswerable;
    return { ...(await showConsent(visit, asked.question)), formTargets: asked.formTargets };
  },

  async post(visit, form) {
    const asked = await findQuestion(visit);
    if (!asked) return unanswerable;
    const { question, formTargets, finish } = asked;
    const decision = await decide(visit, question, form);
    if ('problems' in decision) return { ...(await showConsent(visit, question, decision)), formTargets };
    const { grantId } = decision;
    await finish(grantId === null ? DENIED : { consent: { grantId } });
    return { redirect: `${visit.frame.root}../oauth2/auth/${visit.id}`, formTargets };
  },
};

const DENIED = { error: 'access_denied', error_description: 'the person did not agree' };

const unanswerable: Reply = {
  status: 400,
  view: renderMessage({
    title: 'This question cannot be answered any more',
    text: 'It has been answered, is older than 15 minutes, or was asked in another session. Start again in the program that sent you here.',
  }),
};

/** Finds the question of this browser and this session; nobody else can answer it. */
async function findQuestion({ ctx, services, session, id }: OwnVisit) {
  const open = await services.oauth.open(ctx);
  if (!open) return undefined;
  const { provider } = open;
  const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(undefinedIfGone);
  if (interaction?.uid !== id || interaction.prompt.name !== 'consent') return undefined;
  // Its cookie could have been set by somebody else.
  if (interaction.session?.uid !== session?.uid) return undefined;
  const { client_id: clientId = '', redirect_uri: redirectUri = '', scope = '', access_type } = interaction.params;
  const client = await findClient(services.store, clientId);
  if (!client || client.revoked_at !== null) return undefined;
  const { destination, formTarget } = redirectTarget(redirectUri);
  const question: Question = {
    client,
    destination,
    action: id,
    permissions: scope.split(' ') as Permission[],
    unknownScopes: unknownScopesOf(interaction.params),
    isOffline: access_type === 'offline',
    isUnverified: isUnverified(client.is_public === 1, client.application_type, redirectUri),
  };
  const finish = (result: object) => provider.interactionResult(ctx.req, ctx.res, result);
  return { question, formTargets: [formTarget], finish };
}

function undefinedIfGone(error: OidcError): undefined {
  if (error.name !== 'SessionNotFound') throw error;
}

/**
 * Returns the place that a redirect address leads to, in words, and the source expression that lets a form lead there by a
 * redirect. Content Security Policy, `form-action`.
 */
function redirectTarget(redirectUri: string): { destination: string; formTarget: string } {
  const { protocol, origin, host, hostname } = new URL(redirectUri);
  if (protocol === 'https:') return { destination: host, formTarget: origin };
  // A policy cannot name an address of IPv6.
  if (protocol === 'http:')
    return { destination: 'a program on this device', formTarget: hostname.startsWith('[') ? protocol : origin };
  return { destination: `the program on this device that opens ${protocol} addresses`, formTarget: protocol };
}

/** Returns the page that asks whether a program may act for a character. */
export async function showConsent(
  visit: OwnVisit,
  question: Question,
  { problems = [], name = '' }: Partial<Refused> = {},
): Promise<Reply> {
  const { account, services, now, frame } = visit;
  const { client, isUnverified } = question;
  const [only, ...others] = account.characters;
  if (!only) {
    const text = 'Your account has no character that a program could act for. Ask the host of this service to add one.';
    return { status: 403, view: renderMessage({ title: 'There is no character', text }) };
  }
  const isKnown = others.length === 0 && !isUnverified;
  const known = isKnown ? await services.store.grants.findFor(account.id, client.id, only.uid, now) : undefined;
  const owner = client.owner_id === null ? undefined : (await services.store.accounts.find(client.owner_id))?.name;
  const { characters } = account;
  const view = renderConsent(frame, question, { owner, characters, granted: known?.permissions ?? [], problems, name });
  return { view, status: problems.length > 0 ? 400 : 200 };
}

/** A form with faults, with the name of the device as it was sent. */
interface Refused {
  problems: readonly Problem[];
  name: string;
}

/** The answer to the question: a grant, a refusal, or a form that is not complete. */
export type Decision = { grantId: string } | { grantId: null } | Refused;

/** Reads the answer of a person, and creates the grant that it is for. */
export async function decide(visit: OwnVisit, question: Question, form: Body): Promise<Decision> {
  const { account, services, now, log } = visit;
  const { client, permissions, isOffline, isUnverified } = question;
  const line = { account: account.id, client: client.id };
  if (fieldOf(form, 'decision') !== 'allow') {
    log.info(line, 'consent denied');
    return { grantId: null };
  }
  const character = account.characters.find(({ uid }) => uid === fieldOf(form, 'character'));
  const typed = fieldOf(form, 'name');
  const name = readOptionalName(typed);
  const problems = [
    ...(character ? [] : [{ field: 'character', text: 'Choose one of your characters.' }]),
    ...(name === undefined ? [nameProblem] : []),
  ];
  if (!character || name === undefined) return { problems, name: typed };
  const agreement = { accountId: account.id, clientId: client.id, characterUid: character.uid, permissions, name };
  const grantId = await agree(services.store, services.options, { ...agreement, isOffline, isUnverified }, now);
  log.info({ ...line, grant: grantId }, 'consent given');
  return { grantId };
}

/** The answers that a person can choose from, and what is known of the program. */
interface Shown extends Refused {
  /** The name of the account that registered the program; undefined for a program of the host. */
  owner: string | undefined;
  characters: readonly { uid: string; name: string }[];
  /** The permissions that the program has already. */
  granted: readonly Permission[];
}

/** Renders the consent page. Its form sends `character`, the uid, `name`, and `decision`: `allow` or `deny`. */
export function renderConsent({ root, formToken }: AccountFrame, question: Question, shown: Shown): AccountView {
  const { client, permissions, isOffline, isUnverified } = question;
  const { owner, characters, granted, problems } = shown;
  const [only, ...others] = characters;
  const character = only && others.length === 0 ? only.name : 'one of your characters';
  const added = permissions.filter((name) => !granted.includes(name));
  const kept = permissions.filter((name) => granted.includes(name));
  const content = [
    html`${Object.entries(question.values ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`,
    renderCharacters(shown),
    renderGroup(kept.length > 0 ? 'It now also asks to' : 'It will be able to', added),
    renderGroup('It already may', kept),
    renderUnknown(question.unknownScopes),
    // Accesses of such a program would be mistaken for each other: each device has one.
    isUnverified && isOffline && renderDeviceName(shown),
    html`<p>${
      isOffline
        ? html`It may do this until you end it under <a href="${root}account">Programs</a>.`
        : 'It may do this for the next hour.'
    }</p>
<p class="actions"><button type="submit" name="decision" value="allow" class="primary">Allow</button>
<button type="submit" name="decision" value="deny">Do not allow</button></p>`,
  ];
  return {
    title: `Let ${client.name} act for ${character}?`,
    heading: html`Let ${renderName(client.name)} act for ${renderName(character)}?`,
    problems,
    body: html`${renderMetadata([
      ['Registered by', owner === undefined ? 'the host of this service' : html`the player ${renderName(owner)}`],
      ['You will return to', renderName(question.destination)],
      ['Program', renderName(client.name)],
    ])}
${
  isUnverified &&
  html`<p class="warning">Any program can use this name. Allow it only if you have just started it yourself.</p>`
}
${renderForm(question.action, formToken, content)}`,
  };
}

function renderCharacters({ characters, problems }: Shown): Html {
  const [only] = characters;
  if (only && characters.length === 1) return html`<input type="hidden" name="character" value="${only.uid}">`;
  const choices = characters.map(({ uid, name }) => ({
    value: uid,
    label: html`${renderName(name)} <code>${uid}</code>`,
    checked: false,
  }));
  return renderChoices('radio', 'character', 'Which character?', choices, problems);
}

function renderDeviceName({ name, problems }: Shown): Html {
  const field = {
    name: 'name',
    label: 'Name of the device',
    value: name,
    maxlength: GIVEN_NAME_LENGTH,
    optional: true,
  };
  return renderField({ ...field, hint: 'For yourself: you find it under Programs.' }, problems);
}

function renderGroup(heading: string, names: readonly Permission[]): Html | undefined {
  return names.length === 0 ? undefined : html`<h2>${heading}</h2>\n${renderPermissions(names)}`;
}

function renderUnknown(names: readonly string[]): Html | undefined {
  const list = names.map((name, at) => html`${at > 0 && ', '}<code>${renderName(name)}</code>`);
  return names.length === 0
    ? undefined
    : html`<p>It also asks for what does not exist here, and does not get it: ${list}.</p>`;
}

import type { Interaction, OidcError } from 'oidc-provider';
import type { Permission } from '../../../domain/permission.js';
import { renderMessage } from '../../../page/server/account/message.js';
import { findClient } from '../../oauth/built-in-clients.js';
import { isUnverified } from '../../oauth/consent-rules.js';
import { addressOf, type Issuer } from '../../oauth/issuer.js';
import { unknownScopesOf } from '../../oauth/parameters.js';
import type { OwnVisit, Page, Reply } from '../visit.js';
import { decide, type Question, showConsent } from './consent-form.js';

/** The question of a program that has sent a browser here: may it act for one of your characters? */
export const interactionPage: Page = {
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

interface Asked {
  question: Question;
  formTargets: string[];
  /** Records the answer. */
  finish(result: object): Promise<unknown>;
}

/** Finds the question of this browser and this session; nobody else can answer it. */
async function findQuestion(visit: OwnVisit): Promise<Asked | undefined> {
  const { ctx, services, session, id } = visit;
  const open = await services.oauth.open(ctx);
  if (!open) return undefined;
  const { provider, issuer } = open;
  const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(undefinedIfGone);
  if (interaction?.uid !== id || interaction.prompt.name !== 'consent') return undefined;
  // Its cookie could have been set by somebody else.
  if (interaction.session?.uid !== session?.uid) return undefined;
  const { client_id: clientId = '', redirect_uri: redirectUri = '', scope = '', access_type } = interaction.params;
  const client = await findClient(services.store, clientId, addressOf(issuer));
  if (!client || client.revoked_at !== null) return undefined;
  const { destination, formTarget } = redirectTarget(redirectUri, issuer);
  const question = {
    client,
    destination,
    action: id,
    permissions: scope.split(' ') as Permission[],
    unknownScopes: unknownScopesOf(interaction.params),
    isOffline: access_type === 'offline',
    isUnverified: isUnverified(client.is_public === 1 && client.application_type === 'native', redirectUri),
  };
  return {
    question,
    formTargets: [formTarget],
    finish: (result) => provider.interactionResult(ctx.req, ctx.res, result),
  };
}

function undefinedIfGone(error: OidcError): Interaction | undefined {
  if (error.name === 'SessionNotFound') return undefined;
  throw error;
}

/** The place that a person's answer takes the browser to. */
interface RedirectTarget {
  /** The place in words: `tools.example`, or `a program on this device`. */
  destination: string;
  /** The source expression that lets a form lead there by a redirect. Content Security Policy, `form-action`. */
  formTarget: string;
}

/** Returns the place that a redirect address leads to. */
function redirectTarget(redirectUri: string, issuer: Issuer): RedirectTarget {
  const { protocol, origin, host, hostname } = new URL(redirectUri);
  if (origin === issuer.origin) return { destination: 'this site', formTarget: origin };
  if (protocol === 'https:') return { destination: host, formTarget: origin };
  // A policy cannot name an address of IPv6.
  if (protocol === 'http:')
    return { destination: 'a program on this device', formTarget: hostname.startsWith('[') ? protocol : origin };
  return { destination: `the program on this device that opens ${protocol} addresses`, formTarget: protocol };
}

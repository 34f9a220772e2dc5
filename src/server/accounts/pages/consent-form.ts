import type { Permission } from '../../../domain/permission.js';
import { type Consent, renderConsent } from '../../../page/server/account/consent.js';
import type { Problem } from '../../../page/server/account/form.js';
import { renderMessage } from '../../../page/server/account/message.js';
import type { Client } from '../../../store/store.js';
import type { Body } from '../../context/state.js';
import { agree } from '../../oauth/create-grant.js';
import { nameProblem, readOptionalName } from '../own-grants.js';
import { fieldOf, type OwnVisit, type Reply } from '../visit.js';

/** The request of a program to a person. */
export interface Question {
  client: Client;
  permissions: Permission[];
  /** Scopes that the program asks for, and that do not exist. */
  unknownScopes: string[];
  isOffline: boolean;
  isUnverified: boolean;
  /** The place that the browser or the person goes back to, in words. */
  destination: string;
  /** The address of the form, relative to the page. */
  action: string;
  /** Hidden fields of the form. */
  values?: Record<string, string>;
}

/** Returns the page that asks whether a program may act for a character. */
export async function showConsent(
  visit: OwnVisit,
  { client, action, ...question }: Question,
  { problems = [], name = '' }: Refused = {},
): Promise<Reply> {
  const { account, services, now, frame } = visit;
  const [only, ...others] = account.characters;
  if (!only) {
    const text = 'Your account has no character that a program could act for. Ask the host of this service to add one.';
    return { status: 403, view: renderMessage({ title: 'There is no character', text }) };
  }
  const known =
    others.length === 0 && !question.isUnverified
      ? await services.store.grants.findFor(account.id, client.id, only.uid, now)
      : undefined;
  const owner = client.owner_id === null ? undefined : (await services.store.accounts.find(client.owner_id))?.name;
  const consent: Consent = {
    ...question,
    program: client.name,
    owner,
    problems,
    name,
    characters: account.characters,
    ...(known && { granted: known.permissions }),
  };
  return { view: renderConsent(frame, action, consent), status: problems.length > 0 ? 400 : 200 };
}

/** A form with faults. */
interface Refused {
  problems?: readonly Problem[];
  /** The name of the device, as it was sent. */
  name?: string;
}

/** The answer to the question: a grant, a refusal, or a form that is not complete. */
export type Decision = { grantId: string } | { grantId: null } | Required<Refused>;

/** Reads the answer of a person, and makes the grant that it is for. */
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
    ...(name === undefined ? [nameProblem('name')] : []),
  ];
  if (!character || name === undefined) return { problems, name: typed };
  const agreement = { accountId: account.id, clientId: client.id, characterUid: character.uid, permissions, name };
  const grantId = await agree(services.store, services.options, { ...agreement, isOffline, isUnverified }, now);
  log.info({ ...line, grant: grantId }, 'consent given');
  return { grantId };
}

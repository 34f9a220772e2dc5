import { isPermission, permissionNames } from '../../../domain/permission.js';
import { GIVEN_NAME_LENGTH } from '../../../domain/text.js';
import { type AccountView, type Problem, renderName } from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';
import type { GrantInfo, Store } from '../../../store/store.js';
import { keepSecret, takeSecret } from '../one-time-secret.js';
import { fieldOf, fieldsOf, type OwnVisit, type Page } from '../visit.js';
import { grantsOf, noCharacter, personalClientId, renderGrant } from './access-page.js';
import { renderSecret } from './details.js';
import { nameProblem, readOptionalName, renderChoices, renderField, renderForm, renderSubmit } from './form.js';
import { permissionChoices } from './permission-choices.js';

const DAY = 24 * 60 * 60;

/** The lifetimes that a personal token can have, in days. */
const LIFETIMES = [7, 30, 90, 365];

/** Maximum valid personal tokens of an account. */
const MAX_TOKENS = 50;

/** The personal tokens of an account, and the form for another. It sends `name`, `character`, `permission` and `days`. */
export const tokensPage: Page = {
  for: 'account',
  path: '/account/tokens',

  async get(visit) {
    const newToken = takeSecret(visit.ctx, visit.services.accounts.cookies, 'token');
    const [character] = visit.account.characters;
    const wanted = { name: '', character: character?.uid ?? '', permissions: [], days: '30' };
    return { view: render(visit, { tokens: await grantsOf(visit, 'personal'), wanted, newToken }) };
  },

  async post(visit, form) {
    const wanted = {
      name: fieldOf(form, 'name'),
      character: fieldOf(form, 'character'),
      permissions: fieldsOf(form, 'permission'),
      days: fieldOf(form, 'days'),
    };
    const tokens = await grantsOf(visit, 'personal');
    const problems = problemsOf(visit, wanted, tokens.length);
    const newToken = problems.length === 0 ? await makeToken(visit, wanted) : undefined;
    if (newToken !== undefined) {
      keepSecret(visit.ctx, visit.services.accounts.cookies, 'token', newToken);
      return { redirect: 'tokens' };
    }
    if (problems.length === 0)
      problems.push({ text: 'The host of this service has ended your personal tokens. Ask the host why.' });
    return { status: 400, view: render(visit, { tokens, wanted, problems }) };
  },
};

/** The form as it was sent. */
interface WantedToken {
  name: string;
  character: string;
  permissions: readonly string[];
  days: string;
}

function problemsOf({ account }: OwnVisit, wanted: WantedToken, count: number): Problem[] {
  const { name, character, permissions, days } = wanted;
  const problems: Problem[] = [];
  if (readOptionalName(name) === undefined) problems.push(nameProblem);
  if (!account.characters.some(({ uid }) => uid === character))
    problems.push({ field: 'character', text: 'Choose one of your characters.' });
  if (permissions.length === 0 || !permissions.every(isPermission))
    problems.push({ field: 'permission', text: 'Choose at least one permission.' });
  if (!LIFETIMES.some((each) => String(each) === days))
    problems.push({ field: 'days', text: 'Choose after how many days the token expires.' });
  if (count >= MAX_TOKENS)
    problems.push({ text: `You have ${count} tokens, which is the maximum. End one that you do not use.` });
  return problems;
}

/** Makes a token; returns undefined if the host has ended the account's tokens for good. */
async function makeToken(visit: OwnVisit, wanted: WantedToken): Promise<string | undefined> {
  const { name, character, permissions, days } = wanted;
  const { services, log, account, now } = visit;
  const created = await services.store.transaction(async (within) => {
    if (!(await ensureClient(within, visit))) return undefined;
    const grant = {
      client_id: personalClientId(account),
      character_uid: character,
      permissions: permissions.filter(isPermission),
      name: readOptionalName(name) ?? null,
      expires_at: now + Number(days) * DAY,
    };
    return within.tokens.create(grant, now, account.id);
  });
  if (created) log.info({ account: account.id, token: created.id }, 'personal token made');
  return created?.token;
}

/** Creates the client of the account's tokens, if it has none yet; returns false if the host has revoked it. */
async function ensureClient({ clients }: Store, { account, now }: OwnVisit): Promise<boolean> {
  const id = personalClientId(account);
  const client = await clients.find(id);
  if (client) return client.revoked_at === null;
  await clients.create({ id, name: 'Personal tokens', owner_id: account.id }, now);
  return true;
}

interface Contents {
  tokens: readonly GrantInfo[];
  wanted: WantedToken;
  /** A token that was made just now, and is shown this once. */
  newToken?: string | undefined;
  problems?: readonly Problem[];
}

function render(visit: OwnVisit, { tokens, wanted, newToken, problems = [] }: Contents): AccountView {
  return {
    title: 'Personal tokens',
    problems,
    hasSecret: newToken !== undefined,
    body: html`${newToken !== undefined && renderSecret('Your new token', newToken)}
<p>A token lets your own scripts call the service for you, without a sign-in: <code>Authorization: Bearer TOKEN</code>.</p>
${tokens.map((token) => renderToken(visit, token))}
<h2 id="new-title">A new token</h2>
${visit.account.characters.length === 0 ? noCharacter : renderNewToken(visit, wanted, problems)}`,
  };
}

function renderToken({ frame }: OwnVisit, token: GrantInfo): Html {
  const { character, name } = token;
  return renderGrant(frame, token, {
    heading: html`${name === null ? 'Token' : renderName(name)} <span>for ${renderName(character.name)}</span>`,
    end: { text: 'End this token', about: `${name ?? ''} for ${character.name}`.trimStart() },
  });
}

function renderNewToken({ frame, account }: OwnVisit, wanted: WantedToken, problems: readonly Problem[]): Html {
  const name = {
    name: 'name',
    label: 'Name',
    value: wanted.name,
    hint: 'For yourself: the script that uses it.',
    maxlength: GIVEN_NAME_LENGTH,
    optional: true,
  };
  const characters = account.characters.map(({ uid, name }) => ({
    value: uid,
    label: renderName(name),
    checked: uid === wanted.character,
  }));
  const lifetimes = LIFETIMES.map((days) => ({
    value: String(days),
    label: `${days} days`,
    checked: String(days) === wanted.days,
  }));
  return renderForm(`${frame.root}account/tokens`, frame.formToken, [
    renderField(name, problems),
    renderChoices('radio', 'character', 'Character', characters, problems),
    renderChoices(
      'checkbox',
      'permission',
      'Permissions',
      permissionChoices(permissionNames, wanted.permissions),
      problems,
    ),
    renderChoices('radio', 'days', 'Expires after', lifetimes, problems),
    renderSubmit('Make the token'),
  ]);
}

import { isPermission } from '../../../domain/permission.js';
import type { AccountView } from '../../../page/server/account/account-page.js';
import type { Problem } from '../../../page/server/account/form.js';
import type { WantedName } from '../../../page/server/account/grant-card.js';
import { LIFETIMES, renderPersonalTokens, type WantedToken } from '../../../page/server/account/personal-tokens.js';
import { keepSecret, takeSecret } from '../one-time-secret.js';
import { grantsOf, nameProblem, readOptionalName } from '../own-grants.js';
import { ensurePersonalClient, personalClientId } from '../personal-client.js';
import { fieldOf, fieldsOf, type OwnVisit, type Page } from '../visit.js';

const DAY = 24 * 60 * 60;

/** Maximum valid personal tokens of an account. */
const MAX_TOKENS = 50;

/** The personal tokens of an account, and the form for another. */
export const tokensPage: Page = {
  for: 'account',
  path: '/account/tokens',

  async get(visit) {
    const made = takeSecret(visit.ctx, visit.services.accounts.cookies, 'token');
    return { view: renderPersonalTokens(visit.frame, { ...(await contentsOf(visit)), made }) };
  },

  async post(visit, form) {
    const wanted = {
      name: fieldOf(form, 'name'),
      character: fieldOf(form, 'character'),
      permissions: fieldsOf(form, 'permission'),
      days: fieldOf(form, 'days'),
    };
    const contents = await contentsOf(visit);
    const problems = problemsOf(visit, wanted, contents.tokens.length);
    const made = problems.length === 0 ? await makeToken(visit, wanted) : undefined;
    if (problems.length === 0 && made === undefined)
      problems.push({ text: 'The host of this service has ended your personal tokens. Ask the host why.' });
    if (made === undefined)
      return { status: 400, view: renderPersonalTokens(visit.frame, { ...contents, wanted, problems }) };
    keepSecret(visit.ctx, visit.services.accounts.cookies, 'token', made);
    return { redirect: 'tokens' };
  },
};

/** Returns the page of the personal tokens, with the name of one that was sent. */
export async function showTokens(visit: OwnVisit, renamed: WantedName): Promise<AccountView> {
  return renderPersonalTokens(visit.frame, { ...(await contentsOf(visit)), renamed, problems: renamed.problems });
}

async function contentsOf(visit: OwnVisit) {
  return { tokens: await grantsOf(visit, 'personal'), characters: visit.account.characters };
}

function problemsOf({ account }: OwnVisit, wanted: WantedToken, count: number): Problem[] {
  const { name, character, permissions, days } = wanted;
  const problems: Problem[] = [];
  if (readOptionalName(name) === undefined) problems.push(nameProblem('name'));
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
  const made = await services.store.transaction(async (within) => {
    if (!(await ensurePersonalClient(within, account, now))) return undefined;
    const grant = {
      client_id: personalClientId(account),
      character_uid: character,
      permissions: permissions.filter(isPermission),
      name: readOptionalName(name) ?? null,
      expires_at: now + Number(days) * DAY,
    };
    return within.tokens.create(grant, now, account.id);
  });
  if (made) log.info({ account: account.id, token: made.id }, 'personal token made');
  return made?.token;
}

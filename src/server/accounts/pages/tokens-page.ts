import { isPermission, permissionNames } from '../../../domain/permission.js';
import { GIVEN_NAME_LENGTH, GIVEN_NAME_RULE, givenName } from '../../../domain/text.js';
import { type Html, html } from '../../../page/server/html.js';
import type { GrantInfo } from '../../../store/store.js';
import { type PageView, type Problem, renderName } from '../../documents/send-page.js';
import { keepSecret, renderSecret, takeSecret } from '../one-time-secret.js';
import { fieldOf, forAccount, type SignedInRequest } from '../page-request.js';
import { grantsOf, noCharacter, personalClientId, renderGrant } from './access-page.js';
import { describePermission } from './details.js';
import { renderForm } from './form.js';

const DAY = 24 * 60 * 60;

/** Days. */
const LIFETIMES = ['7', '30', '90', '365'];

/** Per account. */
const MAX_TOKENS = 50;

export const tokensPage = forAccount({
  path: '/account/tokens',

  async get(request) {
    const secret = takeSecret(request, request.account.id);
    const wanted = { name: '', character: request.account.characters[0]?.uid ?? '', permissions: [], days: '30' };
    return render(request, await grantsOf(request, 'personal'), wanted, { secret });
  },

  async post(request, form) {
    const wanted = {
      name: fieldOf(form, 'name'),
      character: fieldOf(form, 'character'),
      permissions: [form.permission].flat().filter((each) => typeof each === 'string'),
      days: fieldOf(form, 'days'),
    };
    const tokens = await grantsOf(request, 'personal');
    const problems = problemsOf(request, wanted, tokens.length);
    if (problems.length === 0) {
      const token = await makeToken(request, wanted);
      if (token !== undefined) {
        keepSecret(request, request.account.id, token);
        return { redirect: 'tokens' };
      }
      problems.push({ text: 'The host of this service has ended your personal tokens. Ask the host why.' });
    }
    return render(request, tokens, wanted, { problems });
  },
});

interface WantedToken {
  name: string;
  character: string;
  permissions: readonly string[];
  days: string;
}

function problemsOf({ account }: SignedInRequest, wanted: WantedToken, count: number): Problem[] {
  const { name, character, permissions, days } = wanted;
  const problems: Problem[] = [];
  if (name.trim() !== '' && givenName(name) === undefined)
    problems.push({ field: 'name', text: `Choose another name, or none: ${GIVEN_NAME_RULE}.` });
  if (!account.characters.some(({ uid }) => uid === character))
    problems.push({ field: 'character', text: 'Choose one of your characters.' });
  if (permissions.length === 0 || !permissions.every(isPermission))
    problems.push({ field: 'permission', text: 'Choose at least one permission.' });
  if (!LIFETIMES.includes(days))
    problems.push({ field: 'days', text: 'Choose after how many days the token expires.' });
  if (count >= MAX_TOKENS)
    problems.push({ text: `You have ${count} tokens, which is the maximum. End one that you do not use.` });
  return problems;
}

/** Returns undefined if the host has ended the account's tokens for good. */
async function makeToken(request: SignedInRequest, wanted: WantedToken): Promise<string | undefined> {
  const { store, log, account, now } = request;
  const created = await store.transaction(async (within) => {
    const id = personalClientId(account);
    await within.clients.ensure({ id, name: 'Personal tokens', owner_id: account.id }, now);
    if ((await within.clients.find(id))?.revoked_at !== null) return undefined;
    const grant = {
      client_id: id,
      character_uid: wanted.character,
      permissions: wanted.permissions.filter(isPermission),
      name: givenName(wanted.name) ?? null,
      expires_at: now + Number(wanted.days) * DAY,
    };
    return within.tokens.create(grant, now, account.id);
  });
  if (created) log.info({ account: account.id, token: created.id }, 'personal token made');
  return created?.token;
}

function render(
  request: SignedInRequest,
  tokens: readonly GrantInfo[],
  wanted: WantedToken,
  { secret, problems = [] }: { secret?: string | undefined; problems?: readonly Problem[] },
): PageView {
  const { frame, account } = request;
  const cards = tokens.map((token) => {
    const { character, name } = token;
    const heading = html`${name === null ? 'Token' : renderName(name)} <span>for ${renderName(character.name)}</span>`;
    const about = `${name ?? ''} for ${character.name}`.trimStart();
    return renderGrant(frame, token, heading, { text: 'End this token', about });
  });
  return {
    title: 'Personal tokens',
    problems,
    body: html`${secret !== undefined && renderSecret('Your new token', secret)}
<p>A token lets your own scripts call the service for you, without a sign-in: <code>Authorization: Bearer TOKEN</code>.</p>
${cards}
<h2 id="new-title">A new token</h2>
${account.characters.length === 0 ? noCharacter : renderNewToken(request, wanted, problems)}`,
  };
}

function renderNewToken({ frame, account }: SignedInRequest, wanted: WantedToken, problems: readonly Problem[]): Html {
  const { name, character, permissions, days } = wanted;
  const characters = account.characters.map((each) => ({ value: each.uid, label: renderName(each.name) }));
  const allowed = permissionNames.map((each) => ({ value: each, label: describePermission(each) }));
  const lifetimes = LIFETIMES.map((each) => ({ value: each, label: `${each} days` }));
  const hint = 'For yourself: the script that uses it.';
  const fields = [
    { name: 'name', label: 'Name', value: name, hint, maxlength: GIVEN_NAME_LENGTH, optional: true },
    { name: 'character', label: 'Character', value: character, choices: characters },
    { name: 'permission', label: 'Permissions', type: 'checkbox', value: permissions, choices: allowed },
    { name: 'days', label: 'Expires after', value: days, choices: lifetimes },
  ] as const;
  return renderForm(frame, `${frame.root}account/tokens`, fields, { submit: 'Make the token', problems });
}

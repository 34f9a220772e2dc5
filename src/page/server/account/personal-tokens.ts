import { type Permission, permissionNames } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { renderDate } from './date.js';
import { type Problem, renderButton, renderChoices, renderForm, renderSubmit } from './form.js';
import { permissionChoices } from './permission-choices.js';
import { renderSecret } from './secret.js';

/** The lifetimes that a personal token can have, in days. */
export const LIFETIMES = [7, 30, 90, 365] as const;

/** A personal token, as it is listed. Times are Unix seconds. */
export interface PersonalToken {
  /** Ends the token with its grant. */
  id: string;
  character: { uid: string; name: string };
  permissions: readonly Permission[];
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
}

/** The form as it was sent. */
export interface WantedToken {
  character: string;
  permissions: readonly string[];
  days: string;
}

interface Contents {
  tokens: readonly PersonalToken[];
  characters: readonly { uid: string; name: string }[];
  /** A token that was made just now, and is shown this once. */
  made?: string | undefined;
  wanted?: WantedToken;
  problems?: readonly Problem[];
}

/** Renders the personal tokens, and the form for another. It sends `character`, `permission` and `days`. */
export function renderPersonalTokens(frame: AccountFrame, contents: Contents): AccountView {
  const { tokens, characters, made, problems = [] } = contents;
  return {
    title: 'Personal tokens',
    problems,
    hasSecret: made !== undefined,
    body: html`${made !== undefined && renderSecret('Your new token', made)}
<p>A token lets your own scripts call the service for you, without a sign-in: <code>Authorization: Bearer TOKEN</code>.</p>
${
  tokens.length > 0 &&
  html`<table class="stacked">
<thead><tr><th scope="col">Character</th><th scope="col">Permissions</th><th scope="col">Expires</th><th scope="col">Last used</th><th scope="col">End</th></tr></thead>
<tbody>
${tokens.map((token) => renderToken(frame, token))}</tbody>
</table>`
}
<h2 id="new-title">A new token</h2>
${
  characters.length === 0
    ? html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`
    : renderNewToken(frame, contents, problems)
}`,
  };
}

function renderToken({ formToken }: AccountFrame, token: PersonalToken): Html {
  const { id, character, permissions, expires_at, last_used_at } = token;
  const about = `for ${character.name} that expires ${new Date(expires_at * 1000).toISOString().slice(0, 10)}`;
  return html`<tr>
<th scope="row">${character.name}</th>
<td>${permissions.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</td>
<td>${renderDate(expires_at)}</td>
<td>${last_used_at === null ? 'never' : renderDate(last_used_at)}</td>
<td>${renderButton('end-token', formToken, { values: { id }, text: 'End', about: `the token ${about}` })}</td>
</tr>
`;
}

function renderNewToken(
  { formToken }: AccountFrame,
  { characters, wanted }: Contents,
  problems: readonly Problem[],
): Html {
  const chosen = wanted?.character ?? characters[0]?.uid;
  const days = wanted?.days ?? '30';
  return renderForm('tokens', formToken, [
    renderChoices(
      'radio',
      'character',
      'Character',
      characters.map(({ uid, name }) => ({ value: uid, label: name, checked: uid === chosen })),
      problems,
    ),
    renderChoices(
      'checkbox',
      'permission',
      'Permissions',
      permissionChoices(permissionNames, wanted?.permissions ?? []),
      problems,
    ),
    renderChoices(
      'radio',
      'days',
      'Expires after',
      LIFETIMES.map((each) => ({ value: String(each), label: `${each} days`, checked: String(each) === days })),
      problems,
    ),
    renderSubmit('Make the token'),
  ]);
}

import { GIVEN_NAME_LENGTH } from '../../../domain/given-name.js';
import { permissionNames } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderChoices, renderField, renderForm, renderSubmit } from './form.js';
import { type ListedGrant, renderGrant, type WantedName } from './grant-card.js';
import { renderName } from './name.js';
import { permissionChoices } from './permission-choices.js';
import { renderSecret } from './secret.js';

/** The lifetimes that a personal token can have, in days. */
export const LIFETIMES = [7, 30, 90, 365] as const;

/** The form as it was sent. */
export interface WantedToken {
  name: string;
  character: string;
  permissions: readonly string[];
  days: string;
}

interface Contents {
  tokens: readonly ListedGrant[];
  characters: readonly { uid: string; name: string }[];
  /** A token that was made just now, and is shown this once. */
  made?: string | undefined;
  wanted?: WantedToken;
  /** The name of a token that was sent. */
  renamed?: WantedName;
  problems?: readonly Problem[];
}

/** Renders the personal tokens, and the form for another. It sends `name`, `character`, `permission` and `days`. */
export function renderPersonalTokens(frame: AccountFrame, contents: Contents): AccountView {
  const { tokens, characters, made, renamed, problems = [] } = contents;
  return {
    title: 'Personal tokens',
    problems,
    hasSecret: made !== undefined,
    body: html`${made !== undefined && renderSecret('Your new token', made)}
<p>A token lets your own scripts call the service for you, without a sign-in: <code>Authorization: Bearer TOKEN</code>.</p>
${tokens.map((token) => renderToken(frame, token, renamed))}
<h2 id="new-title">A new token</h2>
${
  characters.length === 0
    ? html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`
    : renderNewToken(frame, contents, problems)
}`,
  };
}

function renderToken(frame: AccountFrame, token: ListedGrant, wanted: WantedName | undefined): Html {
  const { character, name } = token;
  return renderGrant(frame, token, {
    heading: html`${name === null ? 'Token' : renderName(name)} <span>for ${renderName(character.name)}</span>`,
    end: { text: 'End this token', about: `${name ?? ''} for ${character.name}`.trimStart() },
    wanted,
  });
}

function renderNewToken(
  { root, formToken }: AccountFrame,
  { characters, wanted }: Contents,
  problems: readonly Problem[],
): Html {
  const chosen = wanted?.character ?? characters[0]?.uid;
  const days = wanted?.days ?? '30';
  const name = {
    name: 'name',
    label: 'Name',
    value: wanted?.name ?? '',
    hint: 'For yourself: the script that uses it.',
    maxlength: GIVEN_NAME_LENGTH,
    optional: true,
  };
  return renderForm(`${root}account/tokens`, formToken, [
    renderField(name, problems),
    renderChoices(
      'radio',
      'character',
      'Character',
      characters.map(({ uid, name }) => ({ value: uid, label: renderName(name), checked: uid === chosen })),
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

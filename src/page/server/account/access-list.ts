import type { Permission } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { renderDate } from './date.js';
import { renderButton } from './form.js';
import { renderName } from './name.js';
import { renderPermissions } from './permission-choices.js';

/** A program's access to a character, as it is listed. Times are Unix seconds. */
export interface Access {
  id: string;
  client: { id: string; name: string };
  character: { uid: string; name: string };
  permissions: readonly Permission[];
  created_at: number;
  last_used_at: number | null;
}

/** Renders the list of what programs may do, each with a button that ends it. */
export function renderAccessList(
  frame: AccountFrame,
  { access, characters }: { access: readonly Access[]; characters: readonly { uid: string; name: string }[] },
): AccountView {
  return {
    title: 'What programs may do',
    body: html`${renderCharacters(characters)}
${
  access.length === 0
    ? html`<p>No program may act for you. A program asks for access when you sign in through it.</p>`
    : access.map((each) => renderAccess(frame, each))
}`,
  };
}

function renderCharacters(characters: readonly { uid: string; name: string }[]): Html {
  if (characters.length === 0)
    return html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`;
  return html`<p>You play ${characters.map(({ uid, name }, index) => html`${index > 0 && ', '}<strong>${renderName(name)}</strong> <code>${uid}</code>`)}.</p>`;
}

function renderAccess({ root, formToken }: AccountFrame, access: Access): Html {
  const { id, client, character, permissions, created_at, last_used_at } = access;
  return html`<section class="card" aria-labelledby="access-${id}">
<h2 id="access-${id}">${renderName(client.name)} <span>for ${renderName(character.name)}</span></h2>
<p class="note">Since ${renderDate(created_at)}, ${
    last_used_at === null ? 'not used yet' : html`last used ${renderDate(last_used_at)}`
  }</p>
<details>
<summary>${permissions.length === 1 ? 'One permission' : `${permissions.length} permissions`}</summary>
${renderPermissions(permissions)}
</details>
${renderButton(`${root}account/end-access`, formToken, {
  values: { id },
  text: 'End this access',
  about: `of ${client.name} to ${character.name}`,
})}
</section>`;
}

import { GIVEN_NAME_LENGTH } from '../../../domain/given-name.js';
import type { Permission } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { AccountFrame } from './account-page.js';
import { type LastUse, renderDate, renderLastUse } from './date.js';
import { type Problem, renderButton, renderField, renderForm, renderSubmit } from './form.js';
import { renderMetadata } from './metadata-list.js';
import { renderPermissions } from './permission-choices.js';

/** An access of a program, or a personal token, as it is listed. Times are Unix seconds. */
export interface ListedGrant extends LastUse {
  id: string;
  client: { id: string; name: string };
  character: { uid: string; name: string };
  permissions: readonly Permission[];
  created_at: number;
  expires_at: number;
  /** The name that its owner has given it. */
  name: string | null;
}

/** The form that renames a grant, as it was sent. */
export interface WantedName {
  id: string;
  name: string;
  problems: readonly Problem[];
}

/** The parts of a card that differ between programs and tokens. */
interface GrantCard {
  heading: Html;
  /** The text of the button that ends the grant, and what it says besides to those who do not see the card. */
  end: { text: string; about: string };
  wanted?: WantedName | undefined;
}

/** Returns the id of the field with the name of a grant. */
export function nameFieldOf(id: string): string {
  return `name-${id}`;
}

/** Renders a grant with what it allows, its name, and the button that ends it. */
export function renderGrant(frame: AccountFrame, grant: ListedGrant, { heading, end, wanted }: GrantCard): Html {
  const { root, formToken } = frame;
  const { id, permissions } = grant;
  const renaming = wanted?.id === id ? wanted : undefined;
  const field = {
    id: nameFieldOf(id),
    name: 'name',
    label: 'Name',
    value: renaming?.name ?? grant.name ?? '',
    hint: 'For yourself: the device or the script that uses it.',
    maxlength: GIVEN_NAME_LENGTH,
    optional: true,
  };
  return html`<section class="card" aria-labelledby="grant-${id}">
<h2 id="grant-${id}">${heading}</h2>
${renderMetadata([
  ['Since', renderDate(grant.created_at)],
  ['Last used', renderLastUse(grant)],
  ['Until', renderDate(grant.expires_at)],
])}
<details>
<summary>${permissions.length === 1 ? 'One permission' : `${permissions.length} permissions`}</summary>
${renderPermissions(permissions)}
</details>
<details${renaming && html` open`}>
<summary>${grant.name === null ? 'Give it a name' : 'Rename'}<span class="unseen"> ${end.about}</span></summary>
${renderForm(`${root}account/rename`, formToken, [
  html`<input type="hidden" name="id" value="${id}">`,
  renderField(field, renaming?.problems),
  renderSubmit('Save'),
])}
</details>
${renderButton(`${root}account/end-access`, formToken, { values: { id }, ...end })}
</section>`;
}

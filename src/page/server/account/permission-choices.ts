import { type Permission, permissions } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { Choice } from './form.js';

/** Returns the words of a permission, as `api/permissions` has them, and what it inherits from. */
export function describePermission(name: Permission): Html {
  const { description, inherits } = permissions[name];
  // The reference breaks lines in this text as HTML does.
  const [first = '', ...more] = description.split('<br />');
  return html`${first}${more.map((line) => html`<br>${line}`)}${
    inherits && html`<br>Includes <code>${inherits}</code>: ${permissions[inherits].description.split('<br />')[0]}`
  }`;
}

/** Returns a box to tick for each of some permissions. */
export function permissionChoices(names: readonly Permission[], ticked: readonly string[]): Choice[] {
  return names.map((name) => ({
    value: name,
    label: html`<code>${name}</code>`,
    hint: describePermission(name),
    checked: ticked.includes(name),
  }));
}

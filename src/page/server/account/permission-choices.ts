import { type Permission, permissions } from '../../../domain/permission.js';
import { renderLines } from '../format.js';
import { type Html, html } from '../html.js';
import type { Choice } from './form.js';

/** Renders permissions with their words. */
export function renderPermissions(names: readonly Permission[]): Html {
  return html`<dl class="permissions">
${names.map(
  (name) => html`<div><dt><code>${name}</code></dt><dd>${describePermission(name)}</dd></div>
`,
)}</dl>`;
}

/** Returns the words of a permission, as `api/permissions` has them, and what it inherits from. */
function describePermission(name: Permission): Html {
  const { description, inherits } = permissions[name];
  return html`${renderLines(description)}${
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

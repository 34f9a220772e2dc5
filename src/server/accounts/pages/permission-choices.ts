import { type Permission, permissions } from '../../../domain/permission.js';
import { type Html, html } from '../../../page/server/html.js';

/** The reach of each permission, as a sentence to the person who is asked for it. */
const SENTENCES: Readonly<Record<Permission, string>> = {
  character_auth: 'See who you are: the name and the UID of your character',
  character_read:
    'See your handle and your image; if your profile is public, also race, gender, last login, description and biography',
  character_stats: 'See your health and your experience',
  character_credits: 'See your balance and your transactions',
  character_events: 'See your events',
  faction_datacards_read: 'See the datacards of your factions, and where they are assigned',
  faction_datacards_write: 'Assign and revoke the datacards of your factions',
};

/** Renders permissions: what each allows, and its name. */
export function renderPermissions(names: readonly Permission[]): Html {
  return html`<ul class="permissions">
${names.map((name) => html`<li>${describePermission(name)}</li>\n`)}</ul>`;
}

/** Renders what a permission allows, what it includes, and its name. */
export function describePermission(name: Permission): Html {
  const { inherits } = permissions[name];
  return html`${SENTENCES[name]}${inherits !== '' && html`. ${SENTENCES[inherits]}`} <code>${name}</code>`;
}

import { GIVEN_NAME_LENGTH } from '../../../domain/given-name.js';
import type { Permission } from '../../../domain/permission.js';
import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderChoices, renderField, renderForm } from './form.js';
import { renderMetadata } from './metadata-list.js';
import { renderName } from './name.js';
import { renderPermissions } from './permission-choices.js';

/** The question whether a program may act for a character. */
export interface Consent {
  /** The program's own name. */
  program: string;
  /** The name of the account that registered it; undefined for a program of the host. */
  owner?: string | undefined;
  /** The place that the browser or the person goes back to, such as `tools.example` or `a program on this device`. */
  destination: string;
  /** True for a program that anybody could pretend to be: one on the device itself (RFC 8252, section 8.6). */
  isUnverified: boolean;
  /** The characters of the account, and the one that is chosen at first. */
  characters: readonly { uid: string; name: string }[];
  character?: string | undefined;
  /** The permissions that the program asks for. */
  permissions: readonly Permission[];
  /** Those of them that it has already. */
  granted?: readonly Permission[];
  /** Scopes that it asks for and that do not exist. */
  unknownScopes: readonly string[];
  /** True when it keeps them until they are taken back, and not for an hour alone. */
  isOffline: boolean;
  /** The name of the device, as it was sent. */
  name?: string;
  /** Hidden fields that the form sends back, such as the code of a device. */
  values?: Readonly<Record<string, string>>;
  problems?: readonly Problem[];
}

/**
 * Renders the consent page. Its form sends `character`, the uid, `name`, and `decision`: `allow` or `deny`.
 *
 * @param action the address that the form is sent to
 */
export function renderConsent({ root, formToken }: AccountFrame, action: string, consent: Consent): AccountView {
  const { program, owner, destination, isUnverified, characters, permissions, granted = [], problems = [] } = consent;
  const added = permissions.filter((name) => !granted.includes(name));
  const kept = permissions.filter((name) => granted.includes(name));
  const content = [
    html`${Object.entries(consent.values ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`,
    renderCharacter(consent, problems),
    renderGroup(kept.length > 0 ? 'It now also asks to' : 'It will be able to', added),
    renderGroup('It already may', kept),
    renderUnknown(consent.unknownScopes),
    hasOwnName(consent) && renderField(nameField(consent), problems),
    html`<p>${
      consent.isOffline
        ? html`It may do this until you end it under <a href="${root}account">Programs</a>.`
        : 'It may do this for the next hour.'
    }</p>
<p class="actions"><button type="submit" name="decision" value="allow" class="primary">Allow</button>
<button type="submit" name="decision" value="deny">Do not allow</button></p>`,
  ];
  const [only, ...others] = characters;
  const character = only && others.length === 0 ? only.name : 'one of your characters';
  return {
    title: `Let ${program} act for ${character}?`,
    heading: html`Let ${renderName(program)} act for ${renderName(character)}?`,
    problems,
    body: html`${renderMetadata([
      ['Registered by', owner === undefined ? 'the host of this service' : html`the player ${renderName(owner)}`],
      ['You will return to', renderName(destination)],
      ['Program', renderName(program)],
    ])}
${
  isUnverified &&
  html`<p class="warning">Any program can use this name. Allow it only if you have just started it yourself.</p>`
}
${renderForm(action, formToken, content)}`,
  };
}

function renderCharacter({ characters, character }: Consent, problems: readonly Problem[]): Html {
  const [only] = characters;
  if (only && characters.length === 1) return html`<input type="hidden" name="character" value="${only.uid}">`;
  const choices = characters.map(({ uid, name }) => ({
    value: uid,
    label: html`${renderName(name)} <code>${uid}</code>`,
    checked: uid === character,
  }));
  return renderChoices('radio', 'character', 'Which character?', choices, problems);
}

/** Returns true for an access that others of the same program would be mistaken for: each device has one. */
function hasOwnName({ isUnverified, isOffline }: Consent): boolean {
  return isUnverified && isOffline;
}

function nameField({ name = '' }: Consent) {
  return {
    name: 'name',
    label: 'Name of the device',
    value: name,
    hint: 'For yourself: you find it under Programs.',
    maxlength: GIVEN_NAME_LENGTH,
    optional: true,
  };
}

function renderGroup(heading: string, names: readonly Permission[]): Html | undefined {
  return names.length === 0 ? undefined : html`<h2>${heading}</h2>\n${renderPermissions(names)}`;
}

function renderUnknown(names: readonly string[]): Html | undefined {
  const list = names.map((name, at) => html`${at > 0 && ', '}<code>${renderName(name)}</code>`);
  return names.length === 0
    ? undefined
    : html`<p>It also asks for what does not exist here, and does not get it: ${list}.</p>`;
}

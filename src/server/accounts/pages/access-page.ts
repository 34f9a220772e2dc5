import type { AccountFrame } from '../../../page/server/account/frame.js';
import { renderName } from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';
import type { GrantInfo } from '../../../store/store.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';
import { renderDate, renderLastUse, renderMetadata } from './details.js';
import { renderButton } from './form.js';
import { renderPermissions } from './permission-choices.js';

/** The first page of an account: what programs may do, each with a button that ends it. */
export const accessPage: Page = {
  for: 'account',
  path: '/account',

  async get(visit) {
    const access = await grantsOf(visit, 'program');
    const body = html`${renderCharacters(visit.account.characters)}
${
  access.length === 0
    ? html`<p>No program may act for you. A program asks for access when you sign in through it.</p>`
    : access.map((grant) => renderAccess(visit.frame, grant))
}`;
    return { view: { title: 'What programs may do', body } };
  },
};

/** Ends the access of a program, or a personal token. One that is not the account's own stays as it is. */
export const endAccessPage: Page = {
  for: 'account',
  path: '/account/end-access',

  async post(visit, form) {
    const { services, log, account, now } = visit;
    const grants = await services.store.grants.ofAccount(account.id, now);
    const own = grants.find(({ id }) => id === fieldOf(form, 'id'));
    if (!own) return { redirect: '../account' };
    if (await services.store.grants.end(own.id, now))
      log.info({ account: account.id, client: own.client.id, grant: own.id }, 'access ended');
    return { redirect: isPersonal(visit, own) ? 'tokens?done=token-ended' : '../account?done=ended' };
  },
};

/** Returns the valid grants of the account: its personal tokens, or what it allows programs. */
export async function grantsOf(visit: OwnVisit, kind: 'personal' | 'program'): Promise<GrantInfo[]> {
  const { services, account, now } = visit;
  const grants = await services.store.grants.ofAccount(account.id, now);
  return grants.filter((grant) => isPersonal(visit, grant) === (kind === 'personal'));
}

/** Returns the id of the client that the personal tokens of an account belong to. */
export function personalClientId({ id }: OwnVisit['account']): string {
  return `personal-${id}`;
}

function isPersonal({ account }: OwnVisit, { client }: GrantInfo): boolean {
  return client.id === personalClientId(account);
}

function renderCharacters(characters: OwnVisit['account']['characters']): Html {
  if (characters.length === 0) return noCharacter;
  return html`<p>You play ${characters.map(({ uid, name }, index) => html`${index > 0 && ', '}<strong>${renderName(name)}</strong> <code>${uid}</code>`)}.</p>`;
}

/** The warning of an account without characters. */
export const noCharacter = html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`;

function renderAccess(frame: AccountFrame, grant: GrantInfo): Html {
  const { client, character, name } = grant;
  const holder = html`for ${renderName(character.name)}`;
  return renderGrant(frame, grant, {
    heading:
      name === null
        ? html`${renderName(client.name)} <span>${holder}</span>`
        : html`${renderName(name)} <span>${renderName(client.name)} ${holder}</span>`,
    end: { text: 'End this access', about: `of ${client.name} to ${character.name}` },
  });
}

/** The parts of a card that differ between programs and tokens. */
interface GrantCard {
  heading: Html;
  /** The text of the button that ends the grant, and what it says besides to those who do not see the card. */
  end: { text: string; about: string };
}

/** Renders a grant with what it allows, and the button that ends it. */
export function renderGrant({ root, formToken }: AccountFrame, grant: GrantInfo, { heading, end }: GrantCard): Html {
  const { id, permissions } = grant;
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
${renderButton(`${root}account/end-access`, formToken, { values: { id }, ...end })}
</section>`;
}

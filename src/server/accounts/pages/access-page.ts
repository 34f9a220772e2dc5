import { type Html, html } from '../../../page/server/html.js';
import type { GrantInfo } from '../../../store/store.js';
import { type PageFrame, renderName } from '../../documents/send-page.js';
import { fieldOf, forAccount, type SignedInRequest } from '../page-request.js';
import { renderDate, renderLastUse, renderMetadata, renderPermissions } from './details.js';
import { renderButton } from './form.js';

export const accessPage = forAccount({
  path: '/account',

  async get(request) {
    const { account, frame } = request;
    const access = await grantsOf(request, 'program');
    const characters = account.characters.map(
      ({ uid, name }, index) => html`${index > 0 && ', '}<strong>${renderName(name)}</strong> <code>${uid}</code>`,
    );
    const body = html`${characters.length === 0 ? noCharacter : html`<p>You play ${characters}.</p>`}
${
  access.length === 0
    ? html`<p>No program may act for you. A program asks for access when you sign in through it.</p>`
    : access.map((grant) => renderAccess(frame, grant))
}`;
    return { title: 'What programs may do', body };
  },
});

/** Ends a grant of the account: a program's access or a personal token. */
export const endAccessPage = forAccount({
  path: '/account/end-access',

  async post({ store, log, account, now }, form) {
    const grants = await store.grants.ofAccount(account.id, now);
    const own = grants.find(({ id }) => id === fieldOf(form, 'id'));
    if (!own) return { redirect: '../account' };
    if (await store.grants.end(own.id, now))
      log.info({ account: account.id, client: own.client.id, grant: own.id }, 'access ended');
    const isPersonal = own.client.id === personalClientId(account);
    return { redirect: isPersonal ? 'tokens?done=token-ended' : '../account?done=ended' };
  },
});

export async function grantsOf(
  { store, account, now }: SignedInRequest,
  kind: 'personal' | 'program',
): Promise<GrantInfo[]> {
  const grants = await store.grants.ofAccount(account.id, now);
  return grants.filter(({ client }) => (client.id === personalClientId(account)) === (kind === 'personal'));
}

export function personalClientId({ id }: { id: string }): string {
  return `personal-${id}`;
}

export const noCharacter = html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`;

function renderAccess(frame: PageFrame, grant: GrantInfo): Html {
  const { client, character } = grant;
  const heading = html`${renderName(client.name)} <span>for ${renderName(character.name)}</span>`;
  const button = { text: 'End this access', about: `of ${client.name} to ${character.name}` };
  return renderGrant(frame, grant, heading, button);
}

/** @param button its text, and an addition for people who do not see the card */
export function renderGrant(
  frame: PageFrame,
  grant: GrantInfo,
  heading: Html,
  button: { text: string; about: string },
): Html {
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
${renderButton(frame, `${frame.root}account/end-access`, { values: { id }, ...button })}
</section>`;
}

import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type ListedGrant, renderGrant, type WantedName } from './grant-card.js';
import { renderName } from './name.js';

interface Contents {
  access: readonly ListedGrant[];
  characters: readonly { uid: string; name: string }[];
  wanted?: WantedName | undefined;
}

/** Renders the list of what programs may do, each with a button that ends it. */
export function renderAccessList(frame: AccountFrame, { access, characters, wanted }: Contents): AccountView {
  return {
    title: 'What programs may do',
    problems: wanted?.problems ?? [],
    body: html`${renderCharacters(characters)}
${
  access.length === 0
    ? html`<p>No program may act for you. A program asks for access when you sign in through it.</p>`
    : access.map((each) => renderAccess(frame, each, wanted))
}`,
  };
}

function renderCharacters(characters: readonly { uid: string; name: string }[]): Html {
  if (characters.length === 0)
    return html`<p class="warning">Your account has no character yet. Ask the host of this service to add one.</p>`;
  return html`<p>You play ${characters.map(({ uid, name }, index) => html`${index > 0 && ', '}<strong>${renderName(name)}</strong> <code>${uid}</code>`)}.</p>`;
}

function renderAccess(frame: AccountFrame, grant: ListedGrant, wanted: WantedName | undefined): Html {
  const { client, character, name } = grant;
  const holder = html`for ${renderName(character.name)}`;
  return renderGrant(frame, grant, {
    heading:
      name === null
        ? html`${renderName(client.name)} <span>${holder}</span>`
        : html`${renderName(name)} <span>${renderName(client.name)} ${holder}</span>`,
    end: { text: 'End this access', about: `of ${client.name} to ${character.name}` },
    wanted,
  });
}

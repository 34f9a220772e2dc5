import { randomBytes } from 'node:crypto';
import { GIVEN_NAME_LENGTH, GIVEN_NAME_RULE, givenName } from '../../../domain/text.js';
import { isUid } from '../../../domain/uid.js';
import { type AccountView, type Problem, renderMessage } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import type { Account, Identity } from '../../../store/store.js';
import { tokenHash } from '../../../store/token.js';
import { providerOf } from '../openid-connect/identity-provider.js';
import { attempt, signIn } from '../record-sign-in.js';
import { isReserved } from '../reserved-names.js';
import { fieldOf, type Page, type Reply, type Visit } from '../visit.js';
import { renderField, renderForm, renderSubmit } from './form.js';

/** The form in which somebody whom the provider has signed in names a new account. */
export const newcomerPage: Page = {
  for: 'everybody',
  path: '/account/newcomer',

  async get(visit) {
    const { create } = providerOf(visit.services.accounts);
    return (await findNewcomer(visit)) && create ? { view: render(visit) } : gone;
  },

  async post(visit, form) {
    const provider = providerOf(visit.services.accounts);
    const newcomer = await findNewcomer(visit);
    if (!newcomer || !provider.create) return gone;
    const typed = fieldOf(form, 'name');
    const name = givenName(typed);
    const isName = name !== undefined && !isUid(name);
    const who = { name: `newcomer ${visit.ctx.state.clientAddress}` };
    const { refusal, checked: account } = await attempt(
      visit,
      who,
      async () => isName && ((await create(visit, name, newcomer.identity)) ?? false),
    );
    if (refusal) return refusal;
    if (!account) {
      const text = isName ? 'This name is taken. Choose another.' : `Give a name: ${GIVEN_NAME_RULE}, and not a UID.`;
      return { status: 400, view: render(visit, typed, [{ field: 'name', text }]) };
    }
    await endNewcomer(visit);
    // Somebody may have been here before, in another window, and be disabled by now.
    if (account.disabled_at !== null) return gone;
    return signIn(visit, account, 'provider', newcomer.next);
  },
};

const COOKIE = 'newcomer';

/** The time that a person has to choose a name, in seconds. */
const LIFETIME = 15 * 60;

/** Somebody whom the provider has signed in, and who has no account yet. */
interface Newcomer {
  identity: Identity;
  /** The address to open after the sign-in. */
  next: string;
}

/** Keeps a newcomer until they have chosen a name: the database has who they are, and the browser only a secret. */
export async function beginNewcomer({ ctx, services, now }: Visit, identity: Identity, next: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const payload = JSON.stringify({ identity, next } satisfies Newcomer);
  await services.store.interactions.save(hashOf(secret), { payload, expires_at: now + LIFETIME });
  services.accounts.cookies.set(ctx, COOKIE, secret, LIFETIME * 1000);
}

/** Finds the newcomer of this browser. */
async function findNewcomer({ ctx, services, now }: Visit): Promise<Newcomer | undefined> {
  const secret = services.accounts.cookies.get(ctx, COOKIE) ?? '';
  const found = await services.store.interactions.find(hashOf(secret), now);
  return found && (JSON.parse(found.payload) as Newcomer);
}

async function endNewcomer({ ctx, services }: Visit): Promise<void> {
  const secret = services.accounts.cookies.get(ctx, COOKIE) ?? '';
  await services.store.interactions.remove(hashOf(secret));
  services.accounts.cookies.remove(ctx, COOKIE);
}

/** OAuth keeps its questions in the same table: a secret of one kind finds no row of the other. */
function hashOf(secret: string): string {
  return tokenHash(`newcomer ${secret}`);
}

/** Creates an account that is connected with somebody, and returns it, or the one that they have; undefined if its name is taken. */
async function create({ services, log, now }: Visit, name: string, identity: Identity): Promise<Account | undefined> {
  const { store } = services;
  const existing = await store.accounts.findByIdentity(identity);
  if (existing) return existing;
  if ((await isReserved(store, name)) || (await store.accounts.findByName(name))) return undefined;
  try {
    const id = await store.transaction(async (within) => {
      const newId = await within.accounts.create(name, [], now);
      await within.accounts.setIdentity(newId, identity);
      return newId;
    });
    log.info({ account: id }, 'account created');
    return await store.accounts.find(id);
  } catch (error) {
    // Another request has taken the name, or is of the same person.
    const account = await store.accounts.findByIdentity(identity);
    if (!account && !(await store.accounts.findByName(name))) throw error;
    return account;
  }
}

const gone: Reply = {
  status: 410,
  view: renderMessage({
    title: 'This sign-in is over',
    text: 'It was more than 15 minutes ago, or has its account already. Sign in again.',
    next: { address: 'sign-in', text: 'Sign in' },
  }),
};

function render({ frame, services }: Visit, name = '', problems: readonly Problem[] = []): AccountView {
  const field = {
    name: 'name',
    label: 'Name',
    value: name,
    hint: 'Other players see it. It cannot be changed by yourself later.',
    autocomplete: 'nickname',
    maxlength: GIVEN_NAME_LENGTH,
    focus: true,
  };
  return {
    title: 'Choose a name',
    problems,
    body: html`<p>You are new here: no account is connected with this sign-in at ${services.accounts.provider?.name}. Choose a name for a new one.</p>
${renderForm('newcomer', frame.formToken, [renderField(field, problems), renderSubmit('Create the account')])}
<p class="note">Do you have an account already? Sign in with its password, and connect it under Password.</p>`,
  };
}

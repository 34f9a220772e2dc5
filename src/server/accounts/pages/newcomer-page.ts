import { randomBytes } from 'node:crypto';
import { GIVEN_NAME_LENGTH, GIVEN_NAME_RULE, givenName } from '../../../domain/text.js';
import { isUid } from '../../../domain/uid.js';
import { html } from '../../../page/server/html.js';
import type { Account, Identity } from '../../../store/store.js';
import { tokenHash } from '../../../store/token.js';
import { message, type PageView, type Problem } from '../../documents/send-page.js';
import { isReserved } from '../../oauth/clients.js';
import { providerOf } from '../openid-connect/identity-provider.js';
import { fieldOf, type Page, type PageRequest } from '../page-request.js';
import { refuseAttempt, signIn } from '../record-sign-in.js';
import { renderForm } from './form.js';

export const newcomerPage: Page = {
  path: '/account/newcomer',

  get: async (request) => ((await findNewcomer(request)) ? render(request) : gone),

  async post(request, form) {
    const { clientAddress, now } = request.ctx.state;
    const newcomer = await findNewcomer(request);
    if (!newcomer) return gone;
    const typed = fieldOf(form, 'name');
    const name = givenName(typed);
    const isName = name !== undefined && !isUid(name);
    const attempting = { name: `newcomer ${clientAddress}`, address: clientAddress };
    const { limits } = request;
    const attempt = await limits.attempt(
      attempting,
      now,
      async () => isName && create(request, name, newcomer.identity),
    );
    if (attempt.wait !== undefined) return refuseAttempt(request, attempt.wait);
    const account = attempt.result;
    if (!account) {
      const text = isName ? 'This name is taken. Choose another.' : `Give a name: ${GIVEN_NAME_RULE}, and not a UID.`;
      return render(request, typed, [{ field: 'name', text }]);
    }
    await request.store.interactions.remove(hashOf(request));
    request.cookies.remove(request.ctx, COOKIE);
    // Somebody may have signed up in another window, and be disabled by now.
    return (await signIn(request, account, 'provider', newcomer.next)) ?? gone;
  },
};

const COOKIE = 'newcomer';

/** Seconds to choose a name. */
const LIFETIME = 15 * 60;

/** A person whom the provider has signed in, and who has no account yet. */
interface Newcomer {
  identity: Identity;
  next: string;
}

/** Stores the identity in the database, and only a secret in the browser. */
export async function beginNewcomer({ ctx, cookies, store, now }: PageRequest, newcomer: Newcomer): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const kept = { payload: JSON.stringify(newcomer), expires_at: now + LIFETIME };
  await store.interactions.save(hashOf({ ctx, cookies }, secret), kept);
  cookies.set(ctx, COOKIE, secret, LIFETIME * 1000);
}

async function findNewcomer(request: PageRequest): Promise<Newcomer | undefined> {
  if (!providerOf(request).options.create) return undefined;
  const found = await request.store.interactions.find(hashOf(request), request.now);
  return found && JSON.parse(found.payload);
}

/** OAuth stores questions in the same table: a secret of one kind must not find a row of the other. */
function hashOf({ ctx, cookies }: Pick<PageRequest, 'ctx' | 'cookies'>, secret = cookies.get(ctx, COOKIE)): string {
  return tokenHash(`newcomer ${secret}`);
}

/** Returns the new account, or the one that the person has; false if the name is taken. */
async function create({ store, log, now }: PageRequest, name: string, identity: Identity): Promise<Account | false> {
  const existing = await store.accounts.findByIdentity(identity);
  if (existing) return existing;
  if ((await isReserved(store, name)) || (await store.accounts.findByName(name))) return false;
  try {
    const account = await store.transaction(async ({ accounts }) => {
      const id = await accounts.create(name, [], now);
      await accounts.setIdentity(id, identity);
      return accounts.find(id);
    });
    log.info({ account: account?.id }, 'account created');
    return account ?? false;
  } catch (error) {
    // Another request has taken the name, or is of the same person.
    const account = await store.accounts.findByIdentity(identity);
    if (!account && !(await store.accounts.findByName(name))) throw error;
    return account ?? false;
  }
}

const gone = message(
  410,
  'This sign-in is over',
  'It was more than 15 minutes ago, or has its account already. Sign in again.',
  { address: 'sign-in', text: 'Sign in' },
);

function render({ frame, provider }: PageRequest, value = '', problems: readonly Problem[] = []): PageView {
  const hint = 'Other players see it. You cannot change it later.';
  const name = { name: 'name', label: 'Name', value, hint, autocomplete: 'nickname', focus: true };
  const form = { submit: 'Create the account', problems };
  return {
    title: 'Choose a name',
    problems,
    body: html`<p>You are new here: no account is connected with this sign-in at ${provider?.options.name}. Choose a name for a new one.</p>
${renderForm(frame, 'newcomer', [{ ...name, maxlength: GIVEN_NAME_LENGTH }], form)}
<p class="note">Do you have an account already? Sign in with its password, and connect it under Password.</p>`,
  };
}

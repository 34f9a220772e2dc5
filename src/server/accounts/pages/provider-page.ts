import { Failure } from '../../../domain/failure.js';
import { type AccountView, type Message, renderMessage } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import { PREFIX } from '../../../routes/path.js';
import type { Account, Identity } from '../../../store/store.js';
import { addressOf, issuerOf } from '../../oauth/issuer.js';
import { explainFailure } from '../openid-connect/guarded-fetch.js';
import { type IdentityProvider, providerOf } from '../openid-connect/identity-provider.js';
import { beginLogin, endLogin, type Login } from '../openid-connect/login-state.js';
import { ownPath } from '../paths.js';
import { attempt, recordRefusal, signIn } from '../record-sign-in.js';
import { fieldOf, type Page, type Reply, type Visit } from '../visit.js';
import { usedInvitation } from './invitation-page.js';
import { beginNewcomer } from './newcomer-page.js';

const CALLBACK = '/account/provider/callback';

/** Sends a browser to the provider. It takes a form of the service, so that nobody is sent there by another site. */
export const providerPage: Page = {
  for: 'everybody',
  path: '/account/provider',

  async post(visit, form) {
    const provider = providerOf(visit.services.accounts);
    const address = callbackAddress(visit);
    if (address === undefined) return noAddress;
    try {
      const secrets = beginLogin(visit, loginOf(visit, fieldOf(form, 'code'), form.next));
      return { view: renderLeave(provider, await provider.signInAddress(address, secrets, visit.ctx.state.now)) };
    } catch (error) {
      return failed(visit, provider, error);
    }
  },
};

/** The page that the provider sends the browser back to. It answers only the browser, and the session, that was sent there. */
export const providerCallbackPage: Page = {
  for: 'everybody',
  path: CALLBACK,

  async get(visit) {
    const { ctx, services } = visit;
    const provider = providerOf(services.accounts);
    const login = endLogin(visit);
    const address = callbackAddress(visit);
    if (!login || address === undefined) {
      recordRefusal(visit, 'refused');
      return message(visit, 400, foreign);
    }
    // Each answer costs a request with the secret of the service, so wrong ones are counted as wrong passwords are.
    let wrong: unknown;
    const identify = () =>
      provider.identify(new URL(address + ctx.search), login, ctx.state.now).catch((error: unknown) => {
        if (explainFailure(error).kind !== 'refused') throw error;
        wrong = error;
        return false as const;
      });
    let identity: Identity;
    try {
      const { refusal, checked } = await attempt(visit, { name: `provider ${ctx.state.clientAddress}` }, identify);
      if (refusal) return refusal;
      if (checked === false) return failed(visit, provider, wrong);
      identity = checked;
    } catch (error) {
      return failed(visit, provider, error);
    }
    return arrive(visit, provider, login, identity);
  },
};

/** Ends the connection of the account with the provider. */
export const disconnectPage: Page = {
  for: 'account',
  path: '/account/disconnect',

  async post({ services, account, log, frame }) {
    providerOf(services.accounts);
    if (account.password_hash === null) {
      const next = { address: `${frame.root}account/password`, text: 'Choose a password' };
      return { status: 409, view: renderMessage({ ...lastWay, next }) };
    }
    await services.store.accounts.setIdentity(account.id, null);
    log.info({ account: account.id }, 'provider disconnected');
    return { redirect: 'password?done=disconnected' };
  },
};

/** Renders the page that forwards the browser to the provider: the policy of pages forbids a redirect of a form to it. */
function renderLeave({ name }: IdentityProvider, address: string): AccountView {
  const body = html`<p><a href="${address}">Continue to ${name}</a></p>`;
  return { title: `Sign in with ${name}`, body, continueTo: address };
}

function loginOf({ account }: Visit, code: string, next: unknown): Login {
  if (code !== '') return { purpose: 'invitation', detail: code };
  return account ? { purpose: 'connect', detail: '' } : { purpose: 'sign-in', detail: ownPath(next) ?? '' };
}

/** Returns the redirect address of the service; undefined where no client is believed about it. */
function callbackAddress({ ctx, services }: Visit): string | undefined {
  const issuer = issuerOf(ctx, services.options.publicUrl);
  return issuer && addressOf(issuer) + PREFIX + CALLBACK;
}

/** Continues with the person whom the provider has signed in. */
async function arrive(visit: Visit, provider: IdentityProvider, login: Login, identity: Identity): Promise<Reply> {
  const { store } = visit.services;
  if (login.purpose !== 'sign-in') return connect(visit, provider, login, identity);
  const account = await store.accounts.findByIdentity(identity);
  if (account?.disabled_at === null) return signIn(visit, account, 'provider', login.detail);
  if (!account && provider.create) {
    await beginNewcomer(visit, identity, login.detail);
    return { redirect: `${visit.frame.root}account/newcomer` };
  }
  recordRefusal(visit, 'refused', account);
  const text = account
    ? 'The host of this service has disabled your account. Ask the host why.'
    : `No account here is connected with this sign-in at ${provider.name}. If you have an account, sign in with its password, and connect it under Password. If you have none, ask the host of this service for an invitation.`;
  return message(visit, 403, { title: 'You cannot sign in', text });
}

/** Connects the account that is signed in, or that of an invitation. */
async function connect(
  visit: Visit,
  { name }: IdentityProvider,
  { purpose, detail }: Login,
  identity: Identity,
): Promise<Reply> {
  const { services, account, frame, log, now } = visit;
  const { store } = services;
  let connected: Account | undefined;
  try {
    connected = await store.transaction(async (within) => {
      const found = purpose === 'invitation' ? await within.invitations.use(detail, now) : account;
      if (found) await within.accounts.setIdentity(found.id, identity);
      return found;
    });
  } catch (error) {
    if (!(await store.accounts.findByIdentity(identity))) throw error;
    const text = `This sign-in at ${name} is connected with another account. Sign in with it there, or sign out at ${name} and use another one.`;
    return { status: 409, view: renderMessage({ title: 'Another account is connected', text }) };
  }
  if (!connected) return usedInvitation;
  log.info({ account: connected.id }, 'provider connected');
  if (purpose === 'invitation') return signIn(visit, connected, 'invitation', '');
  return { redirect: `${frame.root}account/password?done=connected` };
}

function failed(visit: Visit, { name }: IdentityProvider, error: unknown): Reply {
  // The service itself is busy.
  if (error instanceof Failure) throw error;
  const { reason, kind } = explainFailure(error);
  visit.log.warn({ address: visit.ctx.state.clientAddress, reason }, 'sign-in by the provider failed');
  const messages = {
    denied: [
      403,
      `${name} did not sign you in`,
      'You have cancelled it there, or may not sign in here. Nothing was changed.',
    ],
    away: [503, `${name} does not answer`, 'Wait a minute, and try again. If it lasts, tell the host of this service.'],
    refused: [
      403,
      `The answer of ${name} was not accepted`,
      'Start again. If it happens again, tell the host of this service, whose log says why.',
    ],
  } as const;
  const [status, title, text] = messages[kind];
  return message(visit, status, { title, text });
}

/** Returns a message that leads back to the sign-in. */
function message({ frame }: Visit, status: number, content: Message): Reply {
  const next = { address: `${frame.root}account/sign-in`, text: 'Sign in' };
  return { status, view: renderMessage({ ...content, next }) };
}

const foreign = {
  title: 'This sign-in cannot continue',
  text: 'It was begun in another browser, before you signed in or out, or more than 15 minutes ago, or was answered already. Start again.',
};

const lastWay = {
  title: 'This is your only way to sign in',
  text: 'Choose a password before you disconnect your account.',
};

const noAddress: Reply = {
  status: 503,
  view: renderMessage({
    title: 'This service has no public address',
    text: 'The provider cannot send you back here. Ask the host of this service to give --public-url.',
  }),
};

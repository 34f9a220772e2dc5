import { Failure } from '../../../domain/failure.js';
import { html } from '../../../page/server/html.js';
import { PREFIX } from '../../../routes/path.js';
import type { Account, Identity } from '../../../store/store.js';
import { message, type PageView } from '../../documents/send-page.js';
import { issuerOf } from '../../request/base-url.js';
import { explainFailure } from '../openid-connect/guarded-fetch.js';
import { type IdentityProvider, providerOf } from '../openid-connect/identity-provider.js';
import { beginLogin, endLogin } from '../openid-connect/login-state.js';
import type { Page, PageRequest, PageResponse } from '../page-request.js';
import { ownPath, recordRefusal, refuseAttempt, signIn } from '../record-sign-in.js';
import { beginNewcomer } from './newcomer-page.js';

const CALLBACK = '/account/provider/callback';

/** Takes only a form, so that no other site sends people there. */
export const providerPage: Page = {
  path: '/account/provider',

  async post(request, form) {
    const provider = providerOf(request);
    const callback = callbackUrl(request);
    if (callback === undefined) return noAddress;
    try {
      const secrets = beginLogin(request, ownPath(form.next) ?? '');
      const url = await provider.signInAddress(callback, secrets, request.ctx.state.now);
      // The policy of pages forbids a redirect of a form to the provider.
      const body = html`<p><a href="${url}">Continue to ${provider.options.name}</a></p>`;
      return { title: `Sign in with ${provider.options.name}`, body, continueTo: url };
    } catch (error) {
      return failed(request, provider, error);
    }
  },
};

/** Answers only the browser and session that were sent to the provider. */
export const providerCallbackPage: Page = {
  path: CALLBACK,

  async get(request) {
    const { clientAddress: address, now } = request.ctx.state;
    const provider = providerOf(request);
    const login = endLogin(request);
    const callback = callbackUrl(request);
    if (!login || callback === undefined) {
      recordRefusal(request, 'refused');
      return toSignIn(request, 400, 'This sign-in cannot continue', FOREIGN);
    }
    let failure: unknown;
    const identify = () =>
      provider.identify(new URL(callback + request.ctx.search), login, now).catch((error: unknown) => {
        failure = error;
        return explainFailure(error).kind !== 'refused' && undefined;
      });
    // Each answer costs a request with the service's secret, so wrong ones count as wrong passwords do.
    const attempt = await request.limits.attempt({ name: `provider ${address}`, address }, now, identify);
    if (attempt.wait !== undefined) return refuseAttempt(request, attempt.wait);
    return attempt.result ? arrive(request, provider, login.next, attempt.result) : failed(request, provider, failure);
  },
};

/** Returns undefined where the Host header is not trusted. */
function callbackUrl({ ctx, options }: PageRequest): string | undefined {
  const issuer = issuerOf(ctx, options.publicUrl);
  return issuer && issuer + PREFIX + CALLBACK;
}

/** Connects the account of the session, which `endLogin` has checked, or signs one in. */
async function arrive(
  request: PageRequest,
  provider: IdentityProvider,
  next: string,
  identity: Identity,
): Promise<PageResponse> {
  if (request.account) return connect(request, request.account, provider, identity);
  const account = await request.store.accounts.findByIdentity(identity);
  const response = account && (await signIn(request, account, 'provider', next));
  if (response) return response;
  if (!account && provider.options.create) {
    await beginNewcomer(request, { identity, next });
    return { redirect: `${request.frame.root}account/newcomer` };
  }
  recordRefusal(request, 'refused', account);
  const text = account
    ? 'The host of this service has disabled your account. Ask the host why.'
    : `No account here is connected with this sign-in at ${provider.options.name}. If you have an account, sign in with its password, and connect it under Password. If you have none, ask the host of this service for an invitation.`;
  return toSignIn(request, 403, 'You cannot sign in', text);
}

async function connect(
  { store, frame, log }: PageRequest,
  { id }: Account,
  { options: { name } }: IdentityProvider,
  identity: Identity,
): Promise<PageResponse> {
  try {
    await store.accounts.setIdentity(id, identity);
  } catch (error) {
    if (!(await store.accounts.findByIdentity(identity))) throw error;
    const text = `This sign-in at ${name} is connected with another account. Sign in with it there, or sign out at ${name} and use another one.`;
    return message(409, 'Another account is connected', text);
  }
  log.info({ account: id }, 'provider connected');
  return { redirect: `${frame.root}account/password?done=connected` };
}

function failed(request: PageRequest, { options: { name } }: IdentityProvider, error: unknown): PageView {
  // The service itself is busy.
  if (error instanceof Failure) throw error;
  const { reason, kind } = explainFailure(error);
  request.log.warn({ address: request.ctx.state.clientAddress, reason }, 'sign-in by the provider failed');
  const again = 'Wait a minute, and try again. If it lasts, tell the host of this service.';
  const cancelled = 'You have cancelled it there, or may not sign in here. Nothing was changed.';
  const wrong = 'Start again. If it happens again, tell the host of this service, whose log says why.';
  if (kind === 'away') return toSignIn(request, 503, `${name} does not answer`, again);
  if (kind === 'denied') return toSignIn(request, 403, `${name} did not sign you in`, cancelled);
  return toSignIn(request, 403, `The answer of ${name} was not accepted`, wrong);
}

function toSignIn({ frame }: PageRequest, status: number, title: string, text: string): PageView {
  return message(status, title, text, { address: `${frame.root}account/sign-in`, text: 'Sign in' });
}

const FOREIGN =
  'It was begun in another browser, before you signed in or out, or more than 15 minutes ago, or was answered already. Start again.';

const noAddress = message(
  503,
  'This service has no public address',
  'The provider cannot send you back here. Ask the host of this service to give --public-url.',
);

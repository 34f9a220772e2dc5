import type { Logger } from 'pino';
import type { Account, Session, Store } from '../../store/store.js';
import { type PageFrame, type PageView, rootFrom } from '../documents/send-page.js';
import type { OAuthOptions } from '../oauth/lifetimes.js';
import type { OAuth } from '../oauth/oauth.js';
import type { AddressOptions } from '../request/base-url.js';
import type { Body, StepContext } from '../state.js';
import type { Accounts } from './accounts.js';
import { formToken } from './form-token.js';

export interface AccountServices {
  store: Store;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  options: OAuthOptions & AddressOptions;
}

export interface PageRequest extends Omit<AccountServices, 'accounts'>, Accounts {
  ctx: StepContext;
  frame: PageFrame;
  /** Unix seconds. */
  now: number;
  account?: Account | undefined;
  session?: Session | undefined;
  /** The value of `{id}` in the path. */
  id: string;
}

export type SignedInRequest = PageRequest & { account: Account };

/** A page, or a redirect relative to this one. */
export type PageResponse = PageView | { redirect: string; formTargets?: readonly string[] | undefined };

interface Handlers<R extends PageRequest> {
  /** Below `/ws/v2.0`; `{id}` becomes the `id` of the request. */
  path: string;
  get?(request: R): Promise<PageResponse> | PageResponse;
  /** Runs after the form token is checked. */
  post?(request: R, form: Body): Promise<PageResponse>;
}

export type Page = Handlers<PageRequest>;

/** Redirects everybody else to the sign-in, and back if they opened the page. */
export function forAccount({ path, get, post }: Handlers<SignedInRequest>): Page {
  const signInFirst = ({ frame }: PageRequest, next = '') => ({ redirect: `${frame.root}account/sign-in${next}` });
  const back = ({ ctx }: PageRequest) => `?next=${encodeURIComponent(ctx.path + ctx.search)}`;
  const isSignedIn = (request: PageRequest): request is SignedInRequest => request.account !== undefined;
  return {
    path,
    ...(get && { get: (request) => (isSignedIn(request) ? get(request) : signInFirst(request, back(request))) }),
    ...(post && { post: async (request, form) => (isSignedIn(request) ? post(request, form) : signInFirst(request)) }),
  };
}

export async function openRequest(services: AccountServices, ctx: StepContext, id: string): Promise<PageRequest> {
  const { accounts, ...others } = services;
  const session = await accounts.sessions.find(ctx);
  const account = session?.account_id ? await services.store.accounts.find(session.account_id) : undefined;
  const browser = { ctx, cookies: accounts.cookies, session };
  const frame = { root: rootFrom(ctx.path), accountName: account?.name, formToken: formToken(browser) };
  const log = services.log.child({ requestId: ctx.state.requestId });
  return { ...others, ...accounts, ...browser, frame, log, now: Math.floor(ctx.state.now / 1000), account, id };
}

export function fieldOf(form: Body, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

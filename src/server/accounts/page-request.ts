import type { Logger } from 'pino';
import type { Account, Session, Store } from '../../store/store.js';
import { type PageFrame, type PageView, rootFrom } from '../documents/send-page.js';
import type { OAuthOptions } from '../oauth/lifetimes.js';
import type { OAuth } from '../oauth/oauth.js';
import type { AddressOptions } from '../request/base-url.js';
import type { Body, StepContext } from '../state.js';
import type { Accounts } from './accounts.js';
import { formToken } from './form-token.js';

/** The parts of the server that the pages use. */
export interface AccountServices {
  store: Store;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  options: OAuthOptions & AddressOptions;
}

/** A request for a page of the accounts, with the parts of the server that answer it. */
export interface PageRequest extends Omit<AccountServices, 'accounts'>, Accounts {
  ctx: StepContext;
  frame: PageFrame;
  /** Unix seconds. */
  now: number;
  /** The account that is signed in. */
  account?: Account | undefined;
  session?: Session | undefined;
  /** The value of `{id}` in the path. */
  id: string;
}

/** A request of somebody who is signed in. */
export type SignedInRequest = PageRequest & { account: Account };

/** A page, or the address of another one, relative to this one. */
export type PageResponse = PageView | { redirect: string; formTargets?: readonly string[] | undefined };

/** The handlers of a page. */
interface Handlers<R extends PageRequest> {
  /** The path below `/ws/v2.0`; `{id}` in it is the `id` of the request. */
  path: string;
  get?(request: R): Promise<PageResponse> | PageResponse;
  /** Answers a form of the page, whose token has been checked. */
  post?(request: R, form: Body): Promise<PageResponse>;
}

/** A page of the accounts. */
export type Page = Handlers<PageRequest>;

/** Makes a page for those who are signed in. It sends everybody else to the sign-in, and back if they opened the page. */
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

/** Finds out who asks for a page. */
export async function openRequest(services: AccountServices, ctx: StepContext, id: string): Promise<PageRequest> {
  const { accounts, ...others } = services;
  const session = await accounts.sessions.find(ctx);
  const account = session?.account_id ? await services.store.accounts.find(session.account_id) : undefined;
  const browser = { ctx, cookies: accounts.cookies, session };
  const frame = { root: rootFrom(ctx.path), accountName: account?.name, formToken: formToken(browser) };
  const log = services.log.child({ requestId: ctx.state.requestId });
  return { ...others, ...accounts, ...browser, frame, log, now: Math.floor(ctx.state.now / 1000), account, id };
}

/** Returns the text of a field of a form; empty if it is missing. */
export function fieldOf(form: Body, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

import type { Logger } from 'pino';
import type { AccountFrame, AccountView } from '../../page/server/account/frame.js';
import { PREFIX } from '../../routes/path.js';
import type { Account, Session, Store } from '../../store/store.js';
import { accountAssets } from '../documents/page-files.js';
import type { OAuthOptions } from '../oauth/lifetimes.js';
import type { OAuth } from '../oauth/oauth.js';
import type { AddressOptions } from '../request/base-url.js';
import type { Body, StepContext } from '../state.js';
import type { Accounts } from './accounts.js';
import { formToken } from './form-token.js';
import { rootFrom } from './paths.js';

/** The parts of the server that the pages use. */
export interface AccountServices {
  store: Store;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  options: OAuthOptions & AddressOptions;
}

/** A request for a page of the accounts. */
export interface Visit {
  ctx: StepContext;
  services: AccountServices;
  frame: AccountFrame;
  /** The log, whose lines have the id of the request. */
  log: Logger;
  /** Unix seconds. */
  now: number;
  /** The account that is signed in. */
  account?: Account | undefined;
  session?: Session | undefined;
  /** The value of `{id}` in the path. */
  id: string;
}

/** A visit of somebody who is signed in. */
export type OwnVisit = Visit & { account: Account };

/** The answer to a visit: a page, or the address of another one, relative to this one. */
export type Reply = ({ view: AccountView; status?: number } | { redirect: string }) & {
  /** Origins and schemes, beside the service itself, that the form of the page may lead to by redirects. */
  formTargets?: readonly string[];
};

interface Handlers<V extends Visit> {
  /** The path below `/ws/v2.0`; `{id}` in it is the `id` of the visit. */
  path: string;
  get?(visit: V): Promise<Reply> | Reply;
  /** Answers a form of the page, whose token has been checked. */
  post?(visit: V, form: Body): Promise<Reply>;
}

/** A page of the accounts: for everybody, or for those who are signed in. */
export type Page = ({ for: 'everybody' } & Handlers<Visit>) | ({ for: 'account' } & Handlers<OwnVisit>);

/** Finds out who asks for a page. */
export async function openVisit(services: AccountServices, ctx: StepContext, id: string): Promise<Visit> {
  const { store, accounts } = services;
  const session = await accounts.sessions.find(ctx);
  const account = session?.account_id ? await store.accounts.find(session.account_id) : undefined;
  const frame = {
    root: rootFrom(ctx.path),
    here: ctx.path.slice(PREFIX.length + 1),
    assets: accountAssets(),
    accountName: account?.name,
    formToken: formToken(ctx, accounts.cookies, session?.uid),
  };
  const log = services.log.child({ requestId: ctx.state.requestId });
  return { ctx, services, log, frame, now: Math.floor(ctx.state.now / 1000), account, session, id };
}

/** Returns the text of a field of a form; empty if it is missing. */
export function fieldOf(form: Body, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the texts of a field that a form can have several times. */
export function fieldsOf(form: Body, name: string): string[] {
  const value = form[name];
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string');
}

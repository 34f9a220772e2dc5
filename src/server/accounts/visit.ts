import type { Logger } from 'pino';
import type { AccountFrame, AccountView } from '../../page/server/account/account-page.js';
import type { Account, Session, Store } from '../../store/store.js';
import type { Body, StepContext } from '../context/state.js';
import type { OAuthOptions } from '../oauth/lifetimes.js';
import type { OAuth } from '../oauth/oauth.js';
import type { AddressOptions } from '../request/base-url.js';
import type { Accounts } from './accounts.js';

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
  /** The part of the path that stands for `{id}`. */
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

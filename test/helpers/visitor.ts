import type { Store } from '../../src/store/store.js';
import { NOW } from './galaxy.js';

/** The password of every account of the tests. */
export const PASSWORD = 'four words at least';

/** Its hash, at a cost that tests can pay often. */
export const PASSWORD_HASH = '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$rMJrl+w6m1PGmxEvxFcXBqqyxfRPYVk/qNmMjHpbXUY';

/** Makes an account with the password of the tests, and returns its id. */
export async function accountFor(store: Store, name: string, characterUids: string[] = ['1:1']): Promise<string> {
  const id = await store.accounts.create(name, characterUids, NOW - 1000);
  await store.accounts.setPassword(id, PASSWORD_HASH, NOW - 1000);
  return id;
}

/** Makes an account with the password of the tests, and signs it in with a browser. */
export async function signedIn(
  { store, url }: { store: Store; url: string },
  { name = 'Hana Veil', characters = ['1:1'], headers = {} as Record<string, string> } = {},
): Promise<{ visitor: Visitor; id: string }> {
  const id = await accountFor(store, name, characters);
  const visitor = new Visitor(url, headers);
  await visitor.signIn(name);
  return { visitor, id };
}

/** A page as it came, with redirects left to the test. */
export interface Seen {
  status: number;
  headers: Headers;
  html: string;
  /** The address of a redirect, resolved. */
  location: string | undefined;
}

/** A person with a browser that has no scripts: it keeps cookies, and sends the forms that it was shown. */
export class Visitor {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly cookies = new Map<string, string>();
  /** The page that is shown now. */
  html = '';
  address = '';

  /** @param base such as `http://127.0.0.1:4711/ws/v2.0` */
  constructor(base: string, headers: Record<string, string> = {}) {
    this.#base = base;
    this.#headers = headers;
  }

  /** Opens a path below `/ws/v2.0`, or a whole address, without following redirects. */
  async open(path: string): Promise<Seen> {
    return this.#send(new URL(path.startsWith('/') ? this.#base + path : path).href, {});
  }

  /** Asks for the header fields of a path. */
  head(path: string): Promise<Seen> {
    return this.#send(this.#base + path, { method: 'HEAD' });
  }

  /** Opens a path and follows redirects, as a browser does. */
  async visit(path: string): Promise<Seen> {
    return this.#follow(await this.open(path));
  }

  /** Sends a form that the shown page has, with its hidden fields; follows no redirect. */
  async send(
    fields: Record<string, string | string[]>,
    { form = 0, headers = {} }: { form?: number; headers?: Record<string, string> } = {},
  ): Promise<Seen> {
    const markup = this.forms()[form];
    if (markup === undefined) throw new Error(`the page has no form ${form}: ${this.html}`);
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of markup.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)) {
      if (!(name in fields)) body.append(name, decoded(value));
    }
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
    const action = /action="([^"]*)"/.exec(markup)?.[1] ?? '';
    return this.post(new URL(decoded(action), this.address).href, body, headers);
  }

  /** Sends a form, and follows redirects. */
  async submit(fields: Record<string, string | string[]>, options: { form?: number } = {}): Promise<Seen> {
    return this.#follow(await this.send(fields, options));
  }

  post(address: string, body: URLSearchParams, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#send(address, { method: 'POST', body, headers });
  }

  /** The forms of the main part of the page, which come after that to sign out. */
  forms(): string[] {
    const main = this.html.slice(this.html.indexOf('<main'));
    return main.match(/<form.*?<\/form>/gs) ?? [];
  }

  async signIn(name: string, password = PASSWORD): Promise<Seen> {
    await this.visit('/account/sign-in');
    return this.submit({ name, password });
  }

  /** The header of that name. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The token of the forms on the shown page. */
  get formToken(): string {
    return /name="form_token" value="(\w+)"/.exec(this.html)?.[1] ?? '';
  }

  /** Posts fields with the token of the shown page to a path. */
  postTo(path: string, fields: Record<string, string>): Promise<Seen> {
    return this.post(this.#base + path, new URLSearchParams({ form_token: this.formToken, ...fields }));
  }

  /** Presses the button to sign out, which every page has. */
  async signOut(): Promise<Seen> {
    return this.#follow(await this.postTo('/account/sign-out', {}));
  }

  async #follow(seen: Seen): Promise<Seen> {
    for (let at = 0; seen.location !== undefined && at < 5; at += 1) seen = await this.#send(seen.location, {});
    return seen;
  }

  async #send(address: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Seen> {
    const { cookie } = this;
    const headers = { ...this.#headers, ...(cookie !== '' && { Cookie: cookie }), ...init.headers };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('Location') ?? undefined;
    if (location === undefined) {
      this.html = html;
      this.address = address;
    }
    return {
      ...{ status: response.status, headers: response.headers, html },
      location: location && new URL(location, address).href,
    };
  }
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

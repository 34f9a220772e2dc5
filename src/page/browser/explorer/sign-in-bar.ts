import { holds, isPermission, type Permission } from '../../../domain/permission.js';
import { make } from '../element.js';
import type { Outcome, Remembered, SignedIn, SignIn } from './sign-in.js';

/** The parts of the form that a sign-in reads and changes. */
export interface SignInParts {
  token: HTMLInputElement;
  /** Returns what is to be shown again after the sign-in. */
  remember(): Remembered;
}

/** The buttons to sign in and out. The token of a sign-in goes into the field for tokens, and is kept nowhere else. */
export class SignInBar {
  readonly element: HTMLElement;
  readonly #signIn: SignIn;
  readonly #parts: SignInParts;
  readonly #in = make('button', { type: 'button' }, 'Sign in');
  readonly #out = make('button', { type: 'button', hidden: true }, 'Sign out');
  readonly #state = make('span', { role: 'status' });
  #signedIn: SignedIn | undefined;
  #needed: Permission = 'character_auth';

  constructor(signIn: SignIn, parts: SignInParts) {
    this.#signIn = signIn;
    this.#parts = parts;
    this.element = make('p', { class: 'actions sign-in' }, this.#in, this.#out, ' ', this.#state);
    this.#in.addEventListener('click', () => void this.#start());
    this.#out.addEventListener('click', () => void this.#end());
    // A token that somebody pastes takes the place of that of the sign-in.
    parts.token.addEventListener('input', () => this.#show(undefined, ''));
  }

  /** Makes the next sign-in ask for the permission that a route needs. */
  need(permission: string | undefined): void {
    this.#needed = permission !== undefined && isPermission(permission) ? permission : 'character_auth';
    this.#label();
  }

  /** Shows the end of a sign-in. */
  show(outcome: Outcome): void {
    if ('problem' in outcome) {
      this.#show(undefined, outcome.problem);
      return;
    }
    const { signedIn } = outcome;
    const time = new Date(signedIn.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    this.#parts.token.value = signedIn.token;
    this.#show(signedIn, `Signed in as ${signedIn.name} until ${time}, for ${signedIn.scopes.join(', ')}.`);
  }

  #show(signedIn: SignedIn | undefined, state: string): void {
    this.#signedIn = signedIn;
    this.#out.hidden = signedIn === undefined;
    this.#state.textContent = state;
    this.#label();
  }

  #label(): void {
    const held = this.#signedIn?.scopes.filter(isPermission);
    this.#in.hidden = held !== undefined && (this.#needed === 'character_auth' || holds(held, this.#needed));
    this.#in.textContent = held === undefined ? 'Sign in' : `Sign in again for ${this.#needed}`;
  }

  async #start(): Promise<void> {
    const problem = this.#signIn.problem();
    this.#state.textContent = problem ?? 'Opening the sign-in…';
    if (problem !== undefined) return;
    const scopes = new Set([...(this.#signedIn?.scopes ?? []), this.#needed]);
    await this.#signIn.start([...scopes], this.#parts.remember());
  }

  async #end(): Promise<void> {
    const ended = this.#signedIn;
    if (!ended) return;
    this.#parts.token.value = '';
    try {
      await this.#signIn.end(ended);
      this.#show(undefined, 'Signed out. The token has ended.');
    } catch {
      this.#show(undefined, 'The service did not answer: the token ends by itself within an hour.');
    }
  }
}

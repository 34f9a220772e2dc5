import { isLoopback } from '../../../domain/loopback.js';
import { holds, isPermission, type Permission } from '../../../domain/permission.js';
import { make } from '../element.js';
import { root } from '../read-resource.js';
import { headerProblem } from './check-text.js';
import { showProblem } from './fields.js';
import type { Outcome, Remembered, SignedIn, SignIn } from './sign-in.js';

/**
 * The token of all forms: a field for one that is pasted, and the buttons to sign in and out. It stands in the form that is open.
 * The token is kept in its field and nowhere else.
 */
export class TokenBar {
  readonly #signIn: SignIn;
  readonly #remember: () => Remembered;
  readonly #in = make('button', { type: 'button' }, 'Sign in');
  readonly #out = make('button', { type: 'button', hidden: true }, 'Sign out');
  readonly #demo = make('button', { type: 'button', hidden: !isDemo() }, 'Use the demo character');
  readonly #state = make('span', { role: 'status' });
  readonly #input = make('input', {
    id: 'explorer-token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'explorer-token-hint explorer-token-error',
  });
  readonly #error = make('p', { class: 'error', id: 'explorer-token-error' });
  readonly #nodes: Node[];
  #signedIn: SignedIn | undefined;
  #needed: Permission = 'character_auth';

  /** @param remember returns what is to be shown again after the sign-in */
  constructor(signIn: SignIn, remember: () => Remembered) {
    this.#signIn = signIn;
    this.#remember = remember;
    const hint = 'Or paste one. It is sent to this service only, and not stored.';
    this.#nodes = [
      make('p', { class: 'actions sign-in' }, this.#in, this.#demo, this.#out, ' ', this.#state),
      make(
        'div',
        { class: 'field' },
        make('label', { for: 'explorer-token' }, 'Token'),
        this.#input,
        make('p', { class: 'hint', id: 'explorer-token-hint' }, hint),
        this.#error,
      ),
    ];
    this.#in.addEventListener('click', () => void this.#start());
    this.#demo.addEventListener('click', () => void this.#useDemo());
    this.#out.addEventListener('click', () => void this.#end());
    // A token that somebody pastes takes the place of that of the sign-in.
    this.#input.addEventListener('input', () => {
      showProblem(this.#input, this.#error, undefined);
      this.#show(undefined, '');
    });
  }

  /** Moves to a place of the page. The next sign-in asks for the permission that its route needs. */
  show(place: HTMLElement, permission: string | undefined): void {
    place.replaceChildren(...this.#nodes);
    this.#needed = permission !== undefined && isPermission(permission) ? permission : 'character_auth';
    this.#label();
  }

  /** Returns the token, also of a whole header field that was pasted. */
  value(): string {
    return this.#input.value.trim().replace(/^(authorization:\s*)?((bearer|oauth)\s+)?/i, '');
  }

  /** Shows why the token cannot be sent. Returns its field if it cannot. */
  check(): HTMLElement | undefined {
    return showProblem(this.#input, this.#error, headerProblem(this.value())) ? this.#input : undefined;
  }

  /** Shows the end of a sign-in. */
  end(outcome: Outcome): void {
    if ('problem' in outcome) {
      this.#show(undefined, outcome.problem);
      return;
    }
    const { signedIn } = outcome;
    const time = new Date(signedIn.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    this.#input.value = signedIn.token;
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
    await this.#signIn.start([...scopes], this.#remember());
  }

  async #useDemo(): Promise<void> {
    const response = await fetch(new URL('documentation/demo-token', root), { cache: 'no-store', credentials: 'omit' });
    if (response.ok) this.#input.value = await response.text();
    this.#show(undefined, response.ok ? 'Calls are made for the character of the demo.' : 'The demo gave no token.');
  }

  async #end(): Promise<void> {
    const ended = this.#signedIn;
    if (!ended) return;
    this.#input.value = '';
    try {
      await this.#signIn.end(ended);
      this.#show(undefined, 'Signed out. The token has ended.');
    } catch {
      this.#show(undefined, 'The service did not answer: the token ends by itself within an hour.');
    }
  }
}

/** Returns true where the service gives the token of its demo galaxy to the page. */
function isDemo(): boolean {
  return 'demo' in document.body.dataset && isLoopback(location.hostname);
}

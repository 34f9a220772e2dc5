import { cardOf } from '../find-route.js';
import { root } from '../read-resource.js';
import { type Operation, readOperations } from './openapi.js';
import { type Remembered, SignIn } from './sign-in.js';
import { TokenBar } from './token-bar.js';
import { Trial } from './trial.js';
import type { Values } from './values.js';

/**
 * Loads the description of the service, and ends a sign-in that the browser comes back from.
 *
 * @param onAnswer called after each answer
 */
export async function createExplorer(onAnswer: () => void): Promise<Explorer> {
  const response = await fetch(new URL('openapi.json', root), { credentials: 'omit' });
  if (!response.ok) throw new Error(`openapi.json answers ${response.status}`);
  const signIn = new SignIn(document.body.dataset.page ?? location.href);
  const explorer = new Explorer(readOperations(await response.json()), signIn, onAnswer);
  await explorer.comeBack();
  return explorer;
}

/** The forms that call routes, of which one is open. */
export class Explorer {
  readonly #operations: readonly Operation[];
  readonly #signIn: SignIn;
  readonly #token: TokenBar;
  readonly #onAnswer: () => void;
  readonly #trials = new Map<string, Trial>();
  #current: Trial | undefined;
  /** The route that a sign-in comes back to, until it is opened. */
  #returned: Remembered | undefined;

  constructor(operations: readonly Operation[], signIn: SignIn, onAnswer: () => void) {
    this.#operations = operations;
    this.#signIn = signIn;
    this.#onAnswer = onAnswer;
    this.#token = new TokenBar(signIn, () => this.#remember());
  }

  /**
   * Opens the form of a route in its card, and closes that of another.
   *
   * @param id the id of the route on the page
   * @param values what to fill in; what was typed before by default
   */
  open(id: string, values?: Values): void {
    const returned = this.#returned;
    this.#returned = undefined;
    const trial = this.#trialOf(returned?.route ?? id);
    if (!trial) return;
    const filled = returned?.values ?? values;
    if (this.#current !== trial) {
      // The form above closes: what is being read stays where it is on the screen.
      const card = cardOf(trial.operation.id);
      const before = card?.getBoundingClientRect().top ?? 0;
      this.close();
      trial.open();
      this.#current = trial;
      scrollBy({ top: (card?.getBoundingClientRect().top ?? 0) - before, behavior: 'instant' });
    }
    if (filled) trial.fill(filled);
    if (returned) trial.focus('send');
  }

  close(): void {
    this.#current?.close();
    this.#current = undefined;
  }

  /** Gives the focus to the open form. */
  focus(part?: 'first' | 'send'): void {
    this.#current?.focus(part);
  }

  /** Returns the open form for the history of the browser: without the token. */
  state(): { tries: string; values: Values } | undefined {
    return this.#current && { tries: this.#current.operation.id, values: this.#current.values() };
  }

  /** Ends a sign-in if the browser comes from one. The next form that opens is that of the route that needed it. */
  async comeBack(): Promise<void> {
    const ended = await this.#signIn.finish();
    if (!ended) return;
    this.#returned = ended.remembered;
    this.#token.end(ended.outcome);
    const tries = ended.remembered?.route ?? this.#operations.find(({ needsToken }) => needsToken)?.id;
    history.replaceState({ tries }, '', `${location.pathname}#${tries}`);
  }

  #remember(): Remembered {
    const { tries: route, values } = this.state() ?? { tries: '', values: { fields: {} } };
    return { route, values };
  }

  #trialOf(id: string): Trial | undefined {
    const known = this.#trials.get(id);
    if (known) return known;
    const operation = this.#operations.find((each) => each.id === id);
    const card = cardOf(id);
    if (!operation || !card) return undefined;
    const trial = new Trial(operation, card, this.#token, this.#onAnswer);
    this.#trials.set(id, trial);
    return trial;
  }
}

import { byId } from '../element.js';
import { root } from '../read-resource.js';
import { type Call, makeCall, toCurl } from './call.js';
import { type Fields, renderFields } from './fields.js';
import { type Form, renderForm, renderNeeds } from './form.js';
import { nameOf, type Operation, readOperations } from './openapi.js';
import { renderAnswer, send, statusOf } from './render-answer.js';
import type { Outcome, Remembered } from './sign-in.js';
import { SignIn } from './sign-in.js';
import { SignInBar } from './sign-in-bar.js';

/**
 * Loads the description of the service, and builds the explorer from it.
 *
 * @param onAnswer called after each answer
 */
export async function createExplorer(place: HTMLElement, onAnswer: () => void): Promise<Explorer> {
  const response = await fetch(new URL('openapi.json', root), { credentials: 'omit' });
  if (!response.ok) throw new Error(`openapi.json answers ${response.status}`);
  const signIn = new SignIn(place.dataset.page ?? location.href);
  const explorer = new Explorer(readOperations(await response.json()), signIn, onAnswer);
  place.replaceChildren(...explorer.nodes());
  const ended = await signIn.finish();
  if (ended) explorer.continueAfter(ended.outcome, ended.remembered);
  return explorer;
}

/** The form that calls routes. The token is kept in its field and nowhere else. */
export class Explorer {
  readonly form: Form;
  readonly #operations: Operation[];
  readonly #signIn: SignInBar;
  #operation: Operation;
  #fields: Fields;

  constructor(operations: Operation[], signIn: SignIn, onAnswer: () => void) {
    const [first] = operations;
    if (!first) throw new Error('openapi.json describes no route');
    this.#operations = operations;
    this.#operation = first;
    this.#fields = renderFields(first);
    this.form = renderForm(operations);
    this.#signIn = new SignInBar(signIn, { token: this.form.token, remember: () => this.#remember() });
    this.#show(first);
    this.form.routes.addEventListener('change', () => this.choose(this.form.routes.value));
    this.form.element.addEventListener('input', () => this.#preview());
    this.form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#try().then(onAnswer);
    });
  }

  /** Returns the parts of the explorer, in order. */
  nodes(): Node[] {
    return [this.#signIn.element, this.form.element];
  }

  /** Shows the form of a route, `GET /datacard/{uid}`. */
  choose(name: string): void {
    const chosen = this.#operations.find((operation) => nameOf(operation) === name);
    if (chosen) this.#show(chosen);
  }

  /** Shows the end of a sign-in, and the route that was shown before. */
  continueAfter(outcome: Outcome, remembered: Remembered | undefined): void {
    if (remembered) {
      this.choose(remembered.route);
      this.#fields.fill(remembered.values);
    }
    this.#signIn.show(outcome);
    this.#preview();
  }

  /** Scrolls to the form and gives it the focus. */
  focus(): void {
    byId('explorer').scrollIntoView();
    (this.form.parameters.querySelector('input') ?? this.form.routes).focus({ preventScroll: true });
  }

  #show(operation: Operation): void {
    const { routes, needs, parameters, status, answer } = this.form;
    this.#operation = operation;
    this.#fields = renderFields(operation);
    routes.value = nameOf(operation);
    needs.textContent = renderNeeds(operation);
    this.#signIn.need(operation.permission);
    parameters.replaceChildren(...this.#fields.nodes);
    status.textContent = '';
    answer.replaceChildren();
    this.#preview();
  }

  #remember(): Remembered {
    return { route: nameOf(this.#operation), values: this.#fields.values() };
  }

  #call(): Call {
    return makeCall(this.#operation, this.#fields.value, this.form.xml.checked ? 'xml' : 'json');
  }

  #token(): string {
    return this.form.token.value.trim();
  }

  #preview(): void {
    this.form.request.textContent = toCurl(this.#call(), this.#operation.needsToken || this.#token() !== '');
  }

  async #try(): Promise<void> {
    const operation = this.#operation;
    const { send: button, status, answer } = this.form;
    status.textContent = 'Sending…';
    const [outcome, nodes] = await this.#answer();
    // The reader may have chosen another route meanwhile.
    if (operation !== this.#operation) return;
    status.textContent = outcome;
    answer.replaceChildren(...nodes);
    button.focus();
  }

  async #answer(): Promise<[status: string, Node[]]> {
    try {
      const sentAt = performance.now();
      const response = await send(this.#call(), this.#token());
      const nodes = await renderAnswer(response);
      return [`${statusOf(response)}, in ${Math.round(performance.now() - sentAt)} ms`, nodes];
    } catch {
      return ['No answer: the service cannot be reached, or has closed the connection.', []];
    }
  }
}

import { languages } from '../../code/samples/languages.js';
import { make } from '../element.js';
import { toJson } from './body-field.js';
import { type Call, makeCall, send, toSample } from './call.js';
import { type Form, renderForm } from './form.js';
import { isStream, showMessages } from './live.js';
import type { Operation, Parameter } from './openapi.js';
import { type Body, readBody, renderAnswer, renderReceived, statusOf } from './render-answer.js';
import { renderCode } from './render-code.js';
import type { TokenBar } from './token-bar.js';
import type { Values } from './values.js';

/** The form of one route, in its card. It keeps what was typed while another is open. */
export class Trial {
  readonly form: Form;
  readonly operation: Operation;
  readonly #card: HTMLElement;
  readonly #token: TokenBar;
  /** Ends the call that is being made. */
  #stop: AbortController | undefined;
  #known: Known | undefined;

  /** @param onAnswer called after each answer */
  constructor(operation: Operation, card: HTMLElement, token: TokenBar, onAnswer: () => void) {
    this.operation = operation;
    this.#card = card;
    this.#token = token;
    this.form = renderForm(operation);
    const { element, bodyAs, format, send } = this.form;
    bodyAs.element.addEventListener('change', () => this.#showBody());
    format.element.addEventListener('change', () => this.#showFormat());
    this.#showFormat();
    send.addEventListener('click', (event) => {
      if (send.textContent !== STOP) return;
      event.preventDefault();
      this.#stop?.abort();
    });
    element.addEventListener('input', () => this.#preview());
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#try().then((isAnswered) => isAnswered && onAnswer());
    });
  }

  /** Puts the form into its card. */
  open(): void {
    const { details, button, place } = this.#parts();
    if (details) details.open = true;
    button?.setAttribute('aria-expanded', 'true');
    place?.replaceChildren(this.form.element);
    if (this.operation.needsToken) this.#token.show(this.form.tokenPlace, this.operation.permission);
  }

  /** Takes the form out of its card. */
  close(): void {
    const { button } = this.#parts();
    button?.setAttribute('aria-expanded', 'false');
    this.#stop?.abort();
    this.form.element.remove();
  }

  /** Gives the focus to the first field, or to the button that sends. */
  focus(part: 'first' | 'send' = 'first'): void {
    const { element, send } = this.form;
    this.#card.querySelector('.sides')?.scrollIntoView({ block: 'nearest' });
    const field =
      part === 'first' ? element.querySelector<HTMLElement>('.parameters-of-route :is(input, textarea)') : null;
    (field ?? send).focus();
  }

  values(): Values {
    const { fields, format, bodyAs, body } = this.form;
    return {
      fields: fields.values(),
      ...(bodyAs.value === 'json' && { json: body.input.value }),
      ...(format.value !== 'json' && { format: format.value }),
    };
  }

  fill({ fields, json, format = 'json' }: Values): void {
    this.form.fields.fill(fields);
    this.form.format.choose(format);
    this.#showFormat();
    this.form.bodyAs.choose(json === undefined ? 'form' : 'json');
    this.#showBody();
    if (json !== undefined) this.form.body.input.value = json;
    this.#preview();
  }

  #parts() {
    return {
      details: this.#card.querySelector('details'),
      button: this.#card.querySelector<HTMLElement>('.try'),
      place: this.#card.querySelector('.place'),
    };
  }

  /** Shows the fields of the body, or their values as a JSON document. */
  #showBody(): void {
    const { fields, body, bodyAs, bodyPlace } = this.form;
    if (bodyAs.value === 'json') body.input.value = toJson(this.operation, fields.value);
    bodyPlace.replaceChildren(...(bodyAs.value === 'json' ? [body.node] : fields.at('body')));
    this.#preview();
  }

  /** Offers the id to continue at for live events only. */
  #showFormat(): void {
    this.form.fields.show('Last-Event-ID', this.form.format.value === 'stream');
    this.#preview();
  }

  #call(value: (parameter: Parameter) => string): Call {
    const { body, bodyAs, format } = this.form;
    const json = bodyAs.value === 'json' ? body.input.value : undefined;
    return makeCall(this.operation, { value, json, format: format.value });
  }

  /** Shows the call as code, with examples in the place of required values that are missing. */
  #preview(): void {
    const { fields, body, bodyAs } = this.form;
    if (bodyAs.value === 'json' && body.check()) return;
    const call = this.#call((parameter) => fields.value(parameter) || (parameter.required ? parameter.example : ''));
    const sample = toSample(call, this.operation.needsToken);
    for (const { id, grammar, write } of languages) {
      const place = this.#card.querySelector(`[data-choice="language"] pre[data-form="${id}"] code`);
      place?.replaceChildren(...renderCode(write(sample), grammar));
    }
  }

  /** Returns the first field whose value cannot be sent. */
  #wrongField(): HTMLElement | undefined {
    const { fields, body, bodyAs } = this.form;
    const inBody = bodyAs.value === 'json' && body.check() ? body.input : undefined;
    const inToken = this.operation.needsToken ? this.#token.check() : undefined;
    return inToken ?? fields.check(({ place }) => place !== 'body' || bodyAs.value !== 'json') ?? inBody;
  }

  /** Sends the call. Returns true once it is answered. */
  async #try(): Promise<boolean> {
    const { status, fields } = this.form;
    const wrong = this.#wrongField();
    if (wrong) {
      status.textContent = 'Not sent: correct the marked field.';
      wrong.focus();
      return false;
    }
    if (this.#stop) return false;
    this.#stop = new AbortController();
    status.textContent = 'Sending…';
    const token = this.operation.needsToken ? this.#token.value() : '';
    const isAnswered = await this.#answer(this.#call(fields.value), token, this.#stop.signal);
    this.#stop = undefined;
    return isAnswered;
  }

  /** Sends a call, and shows its answer or the messages of its stream. Returns true once it is answered. */
  async #answer(call: Call, token: string, signal: AbortSignal): Promise<boolean> {
    const { status, answer } = this.form;
    const key = JSON.stringify([call, token]);
    const known = this.#known?.key === key ? this.#known : undefined;
    const sentAt = performance.now();
    try {
      const response = await send(call, token, known?.etag ?? '', signal);
      if (isStream(response)) return await this.#follow(response, signal);
      const isKnown = response.status === 304 && known !== undefined;
      const body = isKnown ? known.body : await readBody(response);
      answer.replaceChildren(...renderAnswer(response, body));
      const etag = response.headers.get('etag');
      if (response.ok) this.#known = etag === null ? undefined : { key, etag, body };
      const outcome = `${statusOf(response)}, in ${Math.round(performance.now() - sentAt)} ms`;
      status.textContent = isKnown ? `${outcome}: the answer is still the one below` : outcome;
      this.#show();
      return true;
    } catch {
      status.textContent = 'No answer: the service cannot be reached, or has closed the connection.';
      answer.replaceChildren();
      return false;
    }
  }

  /** Shows the messages of a stream until it is stopped. */
  async #follow(response: Response, signal: AbortSignal): Promise<boolean> {
    const { status, answer, send } = this.form;
    const list = make('ol', {
      class: 'messages',
      reversed: true,
      role: 'log',
      'aria-label': 'Live events',
      tabindex: '0',
    });
    answer.replaceChildren(renderReceived(response), list);
    send.textContent = STOP;
    status.textContent = 'Connected. New events appear below.';
    let received = 0;
    const onMessage = (count: number) => {
      received = count;
      status.textContent = `Connected, ${received} received.`;
    };
    await showMessages(response, list, onMessage).catch(() => {
      // It was stopped, or the connection was lost.
    });
    send.textContent = 'Send';
    status.textContent = `${signal.aborted ? 'Stopped' : 'The stream has ended'}, ${received} received.`;
    return true;
  }

  /** Brings the answer into view. */
  #show(): void {
    const { actions, answer } = this.form;
    const body = answer.querySelector('.body');
    if (body && body.getBoundingClientRect().top > innerHeight - ROOM) actions.scrollIntoView();
  }
}

/** The text of the button while a stream is open. */
const STOP = 'Stop';

/** The part of an answer, in pixels, that is in view at least. */
const ROOM = 200;

/** The last answer, which is not transferred again while it is the same. */
interface Known {
  /** The call and its token. */
  key: string;
  etag: string;
  body: Body;
}

import { languages } from '../../code/samples/languages.js';
import { toJson } from './body-field.js';
import { type Call, makeCall, send, toSample } from './call.js';
import { type Form, renderForm } from './form.js';
import type { Operation, Parameter } from './openapi.js';
import { type Body, readBody, renderAnswer, statusOf } from './render-answer.js';
import { renderCode } from './render-code.js';
import type { TokenBar } from './token-bar.js';
import type { Values } from './values.js';

/** The form of one route, in its card. It keeps what was typed while another is open. */
export class Trial {
  readonly form: Form;
  readonly operation: Operation;
  readonly #card: HTMLElement;
  readonly #token: TokenBar;
  #isSending = false;
  #known: Known | undefined;

  /** @param onAnswer called after each answer */
  constructor(operation: Operation, card: HTMLElement, token: TokenBar, onAnswer: () => void) {
    this.operation = operation;
    this.#card = card;
    this.#token = token;
    this.form = renderForm(operation);
    const { element, bodyAs } = this.form;
    bodyAs.element.addEventListener('change', () => this.#showBody());
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
      ...(bodyAs.isSecond && { json: body.input.value }),
      ...(format.isSecond && { isXml: true }),
    };
  }

  fill({ fields, json, isXml = false }: Values): void {
    this.form.fields.fill(fields);
    this.form.format.choose(isXml);
    this.form.bodyAs.choose(json !== undefined);
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
    if (bodyAs.isSecond) body.input.value = toJson(this.operation, fields.value);
    bodyPlace.replaceChildren(...(bodyAs.isSecond ? [body.node] : fields.at('body')));
    this.#preview();
  }

  #call(value: (parameter: Parameter) => string): Call {
    const { body, bodyAs, format } = this.form;
    const json = bodyAs.isSecond ? body.input.value : undefined;
    return makeCall(this.operation, { value, json, format: format.isSecond ? 'xml' : 'json' });
  }

  /** Shows the call as code, with examples in the place of required values that are missing. */
  #preview(): void {
    const { fields, body, bodyAs } = this.form;
    if (bodyAs.isSecond && body.check()) return;
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
    const inBody = bodyAs.isSecond && body.check() ? body.input : undefined;
    const inToken = this.operation.needsToken ? this.#token.check() : undefined;
    return inToken ?? fields.check(({ place }) => place !== 'body' || !bodyAs.isSecond) ?? inBody;
  }

  /** Sends the call. Returns true once it is answered. */
  async #try(): Promise<boolean> {
    const { status, answer, fields } = this.form;
    const wrong = this.#wrongField();
    if (wrong) {
      status.textContent = 'Not sent: correct the marked field.';
      wrong.focus();
      return false;
    }
    if (this.#isSending) return false;
    this.#isSending = true;
    status.textContent = 'Sending…';
    const token = this.operation.needsToken ? this.#token.value() : '';
    const [outcome, nodes] = await this.#answerTo(this.#call(fields.value), token);
    this.#isSending = false;
    status.textContent = outcome;
    answer.replaceChildren(...nodes);
    return nodes.length > 0;
  }

  /** Sends a call, with the ETag of its last answer if it is the same call. */
  async #answerTo(call: Call, token: string): Promise<[status: string, Node[]]> {
    const key = JSON.stringify([call, token]);
    const known = this.#known?.key === key ? this.#known : undefined;
    try {
      const sentAt = performance.now();
      const response = await send(call, token, known?.etag ?? '');
      const isKnown = response.status === 304 && known !== undefined;
      const body = isKnown ? known.body : await readBody(response);
      const nodes = renderAnswer(response, body);
      const etag = response.headers.get('etag');
      if (response.ok) this.#known = etag === null ? undefined : { key, etag, body };
      const outcome = `${statusOf(response)}, in ${Math.round(performance.now() - sentAt)} ms`;
      return [isKnown ? `${outcome}: the answer is still the one below` : outcome, nodes];
    } catch {
      return ['No answer: the service cannot be reached, or has closed the connection.', []];
    }
  }
}

/** The last answer, which is not transferred again while it is the same. */
interface Known {
  /** The call and its token. */
  key: string;
  etag: string;
  body: Body;
}

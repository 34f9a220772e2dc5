import { make } from '../element.js';
import { renderBodyField } from './body-field.js';
import { renderFields } from './fields.js';
import type { Operation } from './openapi.js';

/** Renders the form of a route. */
export function renderForm(operation: Operation) {
  const { id, method, needsToken } = operation;
  const fields = renderFields(operation);
  const body = renderBodyField(operation);
  const format = renderChoice(`${id}-answer-as`, 'Answer as', ['JSON', 'XML']);
  const bodyAs = renderChoice(`${id}-body-as`, 'Body as', ['Form', 'JSON']);
  const tokenPlace = make('div', { class: 'token' });
  const ofBody = fields.at('body');
  const bodyPlace = make('div', { class: 'parameters-of-route' }, ...ofBody);
  const send = make('button', { class: 'primary' }, 'Send');
  const status = make('p', { class: 'status', role: 'status' });
  const answer = make('div', { class: 'answer' });
  const warning = make('p', { class: 'note' }, 'The change that this call makes is kept.');
  const element = make(
    'form',
    { class: 'trying', novalidate: true, 'aria-label': `Try it: ${method} ${operation.path}` },
    ...(needsToken ? [tokenPlace] : []),
    make('div', { class: 'parameters-of-route' }, ...fields.at('path', 'query')),
    bodyPlace,
    make('div', { class: 'parameters-of-route' }, ...fields.at('header')),
    make('div', { class: 'choices' }, ...(ofBody.length > 0 ? [bodyAs.element] : []), format.element),
    ...(needsToken && method !== 'GET' ? [warning] : []),
    make('p', { class: 'actions' }, send, status),
    answer,
  );
  return { element, fields, body, bodyPlace, tokenPlace, format, bodyAs, send, status, answer };
}

/** The parts of the form that change or are read. */
export type Form = ReturnType<typeof renderForm>;

/** Renders the choice between two forms. The first is chosen. */
function renderChoice(name: string, label: string, [first, second]: [string, string]) {
  const input = (value: string, checked: boolean) =>
    make('input', { type: 'radio', name, id: `${name}-${value}`, checked });
  const inputs = [input(first, true), input(second, false)] as const;
  const nodes = inputs.flatMap((each, index) => [each, make('label', { for: each.id }, index === 0 ? first : second)]);
  return {
    element: make('fieldset', {}, make('legend', {}, label), ...nodes),
    /** True when the second form is chosen. */
    get isSecond(): boolean {
      return inputs[1].checked;
    },
    choose(isSecond: boolean): void {
      inputs[isSecond ? 1 : 0].checked = true;
    },
  };
}

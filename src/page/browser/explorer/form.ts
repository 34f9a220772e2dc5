import { connectCopy } from '../copy.js';
import { make } from '../element.js';
import { nameOf, type Operation } from './openapi.js';

/** Renders the form that all routes share. */
export function renderForm(operations: Operation[]) {
  const token = make('input', {
    id: 'explorer-token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'explorer-token-hint',
  });
  const routes = renderRouteList(operations);
  const needs = make('p', { class: 'needs' });
  const parameters = make('div', { class: 'fields-of-route' });
  const [json, xml] = [renderFormat('json', true), renderFormat('xml', false)];
  const request = make('code');
  const copy = make('button', { type: 'button', class: 'copy', 'aria-label': 'Copy the request for curl' }, 'Copy');
  const send = make('button', { class: 'primary' }, 'Send');
  const status = make('p', { class: 'status', role: 'status' });
  const answer = make('div', { class: 'answer' });
  const tokenHint = make(
    'p',
    { class: 'hint', id: 'explorer-token-hint' },
    'Or paste one. It is sent to this service only, and not stored',
  );
  const element = make(
    'form',
    { class: 'explorer', 'aria-labelledby': 'explorer-title' },
    make('div', { class: 'field' }, make('label', { for: 'explorer-token' }, 'Token'), token, tokenHint),
    make('div', { class: 'field' }, make('label', { for: 'explorer-route' }, 'Route'), routes, needs),
    parameters,
    make('fieldset', { class: 'formats' }, make('legend', {}, 'Answer as'), ...json.nodes, ...xml.nodes),
    make('div', { class: 'copyable' }, make('pre', {}, request), copy),
    make('p', { class: 'actions' }, send, status),
    answer,
  );
  connectCopy(copy);
  return { element, token, routes, needs, parameters, xml: xml.input, request, send, status, answer };
}

/** The parts of the form that change or are read. */
export type Form = ReturnType<typeof renderForm>;

/** Renders the list of routes, by group. */
function renderRouteList(operations: Operation[]): HTMLSelectElement {
  const groups = [...new Set(operations.map(({ group }) => group))].map((label) => {
    const members = operations.filter(({ group }) => group === label).map(nameOf);
    return make('optgroup', { label }, ...members.map((name) => make('option', { value: name }, name)));
  });
  return make('select', { id: 'explorer-route' }, ...groups);
}

function renderFormat(format: string, checked: boolean) {
  const id = `explorer-${format}`;
  const input = make('input', { type: 'radio', name: 'format', id, checked });
  return { input, nodes: [input, make('label', { for: id }, format.toUpperCase())] };
}

/** Describes a route, and the token that it needs. */
export function renderNeeds({ summary, needsToken, permission, method }: Operation): string {
  const parts = [
    `${summary.replace(/\.$/, '')}.`,
    needsToken ? `Needs a token${permission === undefined ? '' : ` with ${permission}`}.` : 'Open to all.',
    ...(needsToken && method !== 'GET' ? ['It makes a change.'] : []),
  ];
  return parts.join(' ');
}

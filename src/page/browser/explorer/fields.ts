import { make } from '../element.js';
import { headerProblem } from './check-text.js';
import type { Operation, Parameter } from './openapi.js';

/** The fields of one operation. */
export interface Fields {
  /** The elements of the fields that stand in a place. */
  at(...places: Parameter['place'][]): HTMLElement[];
  /** Returns the value of a parameter; empty where nothing was filled in. */
  value(parameter: Parameter): string;
  /** Returns all values by the names of their parameters. */
  values(): Record<string, string>;
  /** Shows a field, or hides it; a hidden one has no value. */
  show(name: string, isShown: boolean): void;
  /** Fills in values by the names of their parameters. */
  fill(values: Readonly<Record<string, string>>): void;
  /** Shows at each field why it cannot be sent. Returns the first such field. */
  check(isSent: (parameter: Parameter) => boolean): HTMLElement | undefined;
}

/** Renders a field for each parameter of an operation. */
export function renderFields({ id, parameters }: Operation): Fields {
  const fields = new Map(
    parameters.map((parameter, index) => [parameter, renderField(parameter, `${id}-field-${index}`)]),
  );
  const value = (parameter: Parameter) => {
    const field = fields.get(parameter);
    return field === undefined || field.node.hidden ? '' : field.input.value.trim();
  };
  return {
    at: (...places) => [...fields].filter(([{ place }]) => places.includes(place)).map(([, { node }]) => node),
    value,
    values: () => Object.fromEntries([...fields].map(([{ name }, { input }]) => [name, input.value])),
    show(name, isShown) {
      for (const [parameter, { node }] of fields) if (parameter.name === name) node.hidden = !isShown;
    },
    fill(values) {
      for (const [{ name }, { input }] of fields) input.value = values[name] ?? '';
    },
    check(isSent) {
      const wrong = [...fields].filter(([parameter, { show }]) =>
        show(isSent(parameter) ? problemOf(parameter, value(parameter)) : undefined),
      );
      return wrong[0]?.[1].input;
    },
  };
}

function problemOf({ name, place, required, example }: Parameter, value: string): string | undefined {
  if (value === '' && required) return `Fill in ${name}${example && `, such as ${example}`}.`;
  return place === 'header' ? headerProblem(value) : undefined;
}

function renderField({ name, place, required, description, example }: Parameter, id: string) {
  const input = make('input', {
    id,
    required,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    placeholder: example,
    'aria-describedby': `${id}-hint ${id}-error`,
  });
  const label = make('label', { for: id }, make('code', {}, name), ` ${place}, ${required ? 'required' : 'optional'}`);
  const hint = make('p', { class: 'hint', id: `${id}-hint` }, description);
  const error = make('p', { class: 'error', id: `${id}-error` });
  input.addEventListener('input', () => showProblem(input, error, undefined));
  return {
    input,
    node: make('div', { class: 'field' }, label, input, hint, error),
    show: (problem: string | undefined) => showProblem(input, error, problem),
  };
}

/** Shows the problem of a field, or that there is none. Returns true if there is one. */
export function showProblem(field: HTMLElement, place: HTMLElement, problem: string | undefined): boolean {
  place.textContent = problem ?? '';
  if (problem === undefined) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  return problem !== undefined;
}

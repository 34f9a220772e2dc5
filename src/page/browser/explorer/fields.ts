import { make } from '../element.js';
import type { Operation, Parameter } from './openapi.js';

/** The fields of one operation. */
export interface Fields {
  nodes: Node[];
  /** Returns the value of a parameter; empty where nothing was filled in. */
  value(parameter: Parameter): string;
  /** Returns all values by the names of their parameters. */
  values(): Record<string, string>;
  /** Fills in values by the names of their parameters. */
  fill(values: Readonly<Record<string, string>>): void;
}

/** Renders a field for each parameter of an operation. */
export function renderFields({ parameters }: Operation): Fields {
  const fields = new Map(
    parameters.map((parameter, index) => [parameter, renderField(parameter, `parameter-${index}`)]),
  );
  return {
    nodes: [...fields.values()].map(({ node }) => node),
    value: (parameter) => fields.get(parameter)?.input.value.trim() ?? '',
    values: () => Object.fromEntries([...fields].map(([{ name }, { input }]) => [name, input.value])),
    fill(values) {
      for (const [{ name }, { input }] of fields) input.value = values[name] ?? '';
    },
  };
}

function renderField({ name, place, required, description, example }: Parameter, id: string) {
  const input = make('input', {
    id,
    required,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    placeholder: example,
    'aria-describedby': `${id}-hint`,
  });
  const label = make('label', { for: id }, make('code', {}, name), ` ${place}, ${required ? 'required' : 'optional'}`);
  const hint = make('p', { class: 'hint', id: `${id}-hint` }, description);
  return { input, node: make('div', { class: 'field' }, label, input, hint) };
}

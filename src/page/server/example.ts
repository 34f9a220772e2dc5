import type { Example, Operation } from '../../openapi/operation.js';
import { exampleCall } from '../../openapi/operation.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { indentXml } from '../code/indent-xml.js';
import { languages } from '../code/samples.js';
import { type Choice, renderChoice, renderCode, type Target } from './code.js';
import { type Html, html } from './html.js';
import { idOf } from './order.js';
import { BASE_URL } from './places.js';

export function renderSamples(operation: Operation): Html {
  const { method, path, body } = exampleCall(operation);
  const request = {
    method,
    url: BASE_URL + PREFIX + path,
    hasToken: operation.route.access !== 'public',
    form: body && Object.entries(body).map(([name, value]) => [name, String(value)] as const),
  };
  const choices = languages.map(({ id, label, grammar, write }): Choice => {
    const code = write(request);
    return { id, label, code: renderCode(code, grammar), lines: code.split('\n').length };
  });
  return renderChoice(
    'language',
    `${idOf(operation.route)}-language`,
    `Example request: ${method} ${operation.path}`,
    choices,
  );
}

const MAX_LINES = 80;

export function renderExample(route: Route, { json, xml }: Example, target: Target): Html {
  const forms: [id: 'json' | 'xml', text: string][] = [
    ['json', JSON.stringify(json, null, 2)],
    ...(xml === undefined ? [] : [['xml', indentXml(xml)] as ['xml', string]]),
  ];
  const choices = forms.map(([id, text]): Choice => {
    const lines = text.split('\n');
    const rest = lines.length - MAX_LINES;
    const code = renderCode(lines.slice(0, MAX_LINES).join('\n') + (rest > 0 ? '\n' : ''), id, target);
    const cut = rest > 0 && html`<i>… ${rest} more lines</i>`;
    return { id, label: id.toUpperCase(), code: html`${code}${cut}`, lines: Math.min(lines.length, MAX_LINES) };
  });
  return renderChoice('format', `${idOf(route)}-format`, `Example answer: ${route.method} ${route.path.path}`, choices);
}

/** Links URLs of the service to the routes on the page. */
export function targetOf(routes: readonly Route[]): Target {
  const root = BASE_URL + PREFIX;
  const reading = routes
    .filter(({ method }) => method === 'GET')
    .map((route) => ({ id: idOf(route), pattern: patternOf(route.path.path) }));
  return (url) => {
    if (!url.startsWith(`${root}/`)) return undefined;
    const [path = ''] = url.slice(root.length).split('?');
    const found = reading.find(({ pattern }) => pattern.test(path));
    return found && `#${found.id}`;
  };
}

/** The part in brackets of a path such as `/character[/{uid}]` is optional. */
function patternOf(path: string): RegExp {
  return RegExp(`^${path.replace(/\[([^[\]]*)\]/g, '(?:$1)?').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
}

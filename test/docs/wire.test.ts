import test from 'ava';
import { type FailureDefinition, failures } from '../../src/domain/failure.js';
import { routes } from '../../src/routes/index.js';
import { endpoints } from '../../src/server/oauth/endpoints.js';
import { readDocument, tableOf } from './markdown.js';

const wire = readDocument('docs/wire.md');

/** Returns the texts in code of a cell. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('the table of errors has every error code, its status, and the connections that close', (t) => {
  const written = tableOf(wire, '| `error` | status |').flatMap(([codes, status, when = '']) =>
    codesIn(codes).map((code) => [code, Number(status), when.includes('`Connection: close`')]),
  );
  const declared = Object.entries<FailureDefinition>(failures).map(([code, { status, closes = false }]) => [
    code,
    status,
    closes,
  ]);
  t.deepEqual(written.map(String).sort(), declared.map(String).sort());
});

test('the table of resources has every route, its resource, the permission that it needs, and whether it is limited', (t) => {
  const written = tableOf(wire, '| route | `resource` |').map(([route, resource, needs = '', limited]) => [
    route,
    ...codesIn(resource),
    needs.replaceAll('`', ''),
    limited,
  ]);
  const needs = (access: string) => ({ public: '', token: 'a token' })[access] ?? access;
  const declared = routes.map(({ method, path, resource, access }) => [
    `${method} ${path.path === '/' ? '/' : path.path.slice(1)}`,
    resource,
    needs(access),
    path.rateLimited ? 'yes' : '',
  ]);
  t.deepEqual(written.map(String).sort(), declared.map(String).sort());
});

test('the table of OAuth has every endpoint and its methods', (t) => {
  const written = tableOf(wire, '| endpoint | |').flatMap(([cell]) => codesIn(cell));
  const declared = endpoints.flatMap(({ path, GET, POST }) => [
    ...(GET ? [`GET ${path}`] : []),
    ...(POST ? [`POST ${path}`] : []),
  ]);
  // The library sends browsers to the second one; the metadata are no endpoint.
  const internal = ['GET /auth/{uid}'];
  t.deepEqual(
    written.map((call) => call.replace(/^(\w+) \/?([^?]*).*$/, '$1 /$2')).sort(),
    [...declared.filter((call) => !internal.includes(call)), 'GET /.well-known/oauth-authorization-server'].sort(),
  );
});

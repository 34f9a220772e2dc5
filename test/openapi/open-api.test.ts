import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { failures } from '../../src/domain/failure.js';
import { permissions } from '../../src/domain/permission.js';
import type { Schema as Described } from '../../src/openapi/schemas.js';
import {
  document,
  follow,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  step,
} from '../helpers/document/document.js';
import { violations } from '../helpers/document/validate.js';
import { plainCall } from '../helpers/plain.js';
import { rows } from '../helpers/reference.js';
import { call, serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();

/** All operations, by their pointers. */
const operations = Object.entries(document.paths).flatMap(([path, { description: _, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method,
    path,
    operation,
    at: step('#', 'paths', path, method),
  })),
);

const operationAt = (method: string, path: string) =>
  document.paths[path]?.[method.toLowerCase()] as Operation | undefined;

/** Returns the paths of a pattern of the reference. */
function pathsOf(pattern: string): string[] {
  const whole = pattern.replace(/[[\]]/g, '');
  return pattern === whole ? [whole] : [whole, pattern.replace(/\[.*\]/, '')];
}

test('each row of the reference is described, and nothing else', (t) => {
  for (const { number, method, path, authentication, rateLimited, permission, resource } of rows) {
    for (const each of pathsOf(path)) {
      const what = `row ${number}, ${method} ${each}`;
      const operation = operationAt(method, each);
      if (!operation) return t.fail(`${what} is not described`);
      const scopes = permission === null ? [] : [permission];
      t.deepEqual(operation.security, authentication ? [{ token: [] }, { oauth2: scopes }] : [], what);
      t.is(operation['x-required-permission'] ?? null, permission, what);
      t.is(operation['x-rate-limit']?.pattern, rateLimited ? path : undefined, what);
      t.is('401' in operation.responses, authentication, what);
      const { schema } = (operation.responses['200'] as Response).content?.['application/json'] ?? {};
      t.is(follow<Schema>(schema ?? {}, '#').node.properties?.resource?.const, resource, what);
    }
  }
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const known = rows.flatMap(({ method, path }) => pathsOf(path).map((each) => `${method} ${each}`));
  return t.deepEqual(described.sort(), known.sort());
});

/** Returns every media type of an operation, by its pointer: of its body, and of its answers. */
function mediaTypesOf(at: string, { requestBody, responses }: Operation): [pointer: string, MediaType][] {
  const contents = Object.entries(responses).map(([status, response]) => {
    const { node, pointer } = follow<Response>(response, step(at, 'responses', status));
    return [node.content ?? {}, pointer] as const;
  });
  if (requestBody) contents.push([requestBody.content, step(at, 'requestBody')]);
  return contents.flatMap(([content, place]) =>
    Object.entries(content).map(([type, mediaType]): [string, MediaType] => [step(place, 'content', type), mediaType]),
  );
}

test('every operation has an id, a group, a description and examples that match, and every parameter a description', (t) => {
  t.is(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  const parameters = Object.values(document.components.parameters ?? {}) as (Parameter & { description: string })[];
  for (const { at, operation } of operations) {
    const { operationId, tags, summary, description, parameters: own } = operation;
    t.regex(operationId, /^(get|post|delete)[A-Z]\w+$/);
    t.is(tags.length, 1);
    t.regex(summary, /\w+ \w+/);
    t.regex(description, /^[A-Z].*\.$/);
    const inline = own.filter((each): each is (typeof parameters)[number] => !('$ref' in each));
    for (const parameter of [...inline, ...parameters]) t.true(parameter.description.length > 5, parameter.name);
    for (const [pointer, { examples = {}, example }] of mediaTypesOf(at, operation)) {
      const values = Object.values(examples).map((each) => follow<{ value: unknown }>(each, '').node.value);
      if (example !== undefined) values.push(example);
      if (/\/responses\/200\/|\/components\/responses\/200/.test(pointer)) t.is(values.length, 1, pointer);
      for (const value of values)
        t.deepEqual(violations(step(pointer, 'schema'), value), [], decodeURIComponent(pointer));
    }
  }
});

/** Returns each object in a part of the document as a schema, by its pointer. */
function schemasIn(node: unknown, pointer = '#'): [pointer: string, schema: Described][] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, child]) => schemasIn(child, step(pointer, key)));
  return Array.isArray(node) ? inner : [[pointer, node as Described], ...inner];
}

const schemas = schemasIn({ ...document, components: { ...document.components, examples: {} } });

test('every integer has a format, int32 only where it fits, and answers may get more fields without a new version', (t) => {
  const integers = schemas.filter(([, { type }]) => type === 'integer');
  t.true(integers.length > 80);
  for (const [, schema] of integers) {
    const bounds = 'const' in schema ? [schema.const] : [schema.minimum, schema.maximum];
    const fits = bounds.every((bound) => Math.abs(Number(bound)) < 2 ** 31);
    t.true(bounds.every(Number.isSafeInteger), JSON.stringify(schema));
    t.is(schema.format, fits ? 'int32' : 'int64', JSON.stringify(schema));
  }
  // Mock servers invent no fields for the empty element.
  const { Nothing, ...named } = document.components.schemas ?? {};
  t.deepEqual(Nothing, { type: 'object', additionalProperties: false });
  const others = JSON.stringify({ ...document, components: { ...document.components, schemas: named } });
  t.false(others.includes('"additionalProperties"'));
  t.regex(document.info.description, /ignore fields that you do not know/);
});

test('an error has one shape, with every code, and the scopes of a token and of OAuth 2 are the permissions', (t) => {
  const { oauth2, token } = document.components.securitySchemes as Record<string, Record<string, object | string>>;
  t.like(token, { type: 'http', scheme: 'bearer' });
  t.deepEqual(Object.keys(token?.['x-scopes'] ?? {}), Object.keys(permissions));
  const flows = Object.values(oauth2?.flows ?? {}) as { scopes: object }[];
  t.is(flows.length, 2);
  for (const { scopes } of flows) t.deepEqual(scopes, token?.['x-scopes'] as object);
  const { ErrorAnswer } = document.components.schemas as Record<string, Schema>;
  t.deepEqual(ErrorAnswer?.properties?.svcapi?.properties?.error?.enum, Object.keys(failures));
  const text = JSON.stringify([document.components.responses, document['x-outside-of-operations']]);
  for (const [code, { message }] of Object.entries(failures)) {
    t.true(text.includes(JSON.stringify(`\`${code}\`: ${message}`).slice(1, -1)), code);
  }
});

test('the entity to revoke from is a required parameter of the query, and an assignment is of uses or unlimited', (t) => {
  const { parameters, requestBody } = operationAt('DELETE', '/datacard/{uid}') as Operation;
  const entity = parameters.find((each) => 'name' in each && each.name === 'production_entity_uid');
  t.like(entity, { in: 'query', required: true });
  t.is(requestBody, undefined);
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const pointer = step('#', 'paths', '/datacard/{uid}', 'post', 'requestBody', 'content', type, 'schema');
    for (const [amount, isValid] of [
      [{ uses: 3 }, true],
      [{ unlimited: 1 }, true],
      [{ uses: 3, unlimited: 1 }, false],
      [{}, false],
    ] as const) {
      const found = violations(pointer, { production_entity_uid: '4:1', ...amount });
      t.is(found.length === 0, isValid, `${JSON.stringify(amount)} as ${type}`);
    }
  }
});

test('the shapes of answers have names, a character is one of two, and texts have their greatest length', (t) => {
  const schemas = document.components.schemas as Record<string, Schema>;
  for (const name of ['Transaction', 'Permission', 'Grant', 'Assignment', 'Revocation', 'IndexRoute', 'RateLimit'])
    t.true(name in schemas, name);
  const isIndex = (name: string) => name.toLowerCase() === 'index';
  t.false(Object.keys(schemas).some(isIndex), 'no schema is named like the barrel file of a generator');
  t.deepEqual(schemas.Character?.properties?.character?.anyOf, [
    { $ref: '#/components/schemas/FullProfile' },
    { $ref: '#/components/schemas/BasicProfile' },
  ]);
  const isBasic = (name: string) => schemas[name]?.properties?.attributes?.properties?.isbasic?.const;
  t.deepEqual([isBasic('FullProfile'), isBasic('BasicProfile')], ['false', 'true']);
  const { Ref, Transaction, ListedEvent } = schemas;
  const { IdempotencyKey } = document.components.parameters as Record<string, Parameter>;
  t.is(Ref?.properties?.value?.maxLength, 200);
  t.is(Ref?.properties?.attributes?.properties?.uid?.maxLength, 18);
  t.is(Transaction?.properties?.communication?.maxLength, 65_536);
  t.is(ListedEvent?.properties?.text?.maxLength, 65_536);
  t.is(IdempotencyKey?.schema.maxLength, 255);
});

test('a server sends the committed description, apart from its address, and its metadata name the same endpoints', async (t) => {
  const { url } = server;
  const { text } = await plainCall(`${url}/openapi.json`);
  t.deepEqual(JSON.parse(text).servers, [{ url: '/ws/v2.0' }]);
  const committed = new URL(document.servers[0]?.url ?? '').origin;
  const relative = JSON.stringify(document).replaceAll(`"${committed}"`, '"/"').replaceAll(committed, '');
  // AVA would take long to describe two documents that are equal.
  t.true(isDeepStrictEqual(JSON.parse(text), JSON.parse(relative)));
  const { json: metadata } = await call(new URL('/.well-known/oauth-authorization-server', url).href);
  const { flows, 'x-oauth2MetadataUrl': address } = JSON.parse(text).components.securitySchemes.oauth2;
  const absolute = (path: string) => new URL(path, url).href;
  t.is(absolute(flows.authorizationCode.authorizationUrl), metadata.authorization_endpoint);
  t.is(absolute(flows.authorizationCode.tokenUrl), metadata.token_endpoint);
  t.is(absolute(flows.authorizationCode.refreshUrl), metadata.token_endpoint);
  t.is(absolute(flows['x-deviceAuthorization'].deviceAuthorizationUrl), metadata.device_authorization_endpoint);
  t.is(new URL(absolute(address)).origin, metadata.issuer);
});

const published = serverWith({ publicUrl: 'https://galaxy.example/base', rateLimit: 7, rateWindow: 60_000 });

test('the description has the public address and the limits of the server', published, async (t, { url }) => {
  const { servers, paths } = JSON.parse((await plainCall(`${url}/openapi.json`)).text) as typeof document;
  t.deepEqual(servers, [{ url: 'https://galaxy.example/base/ws/v2.0' }]);
  const limit = paths['/event/{uid}']?.get?.['x-rate-limit'];
  t.deepEqual(limit, { pattern: '/event/{uid}', limit: 7, window: 60 });
});

test('every field of an answer has a description, and an example of its type where it holds one value', (t) => {
  const components = schemas.filter(([pointer]) => pointer.startsWith('#/components/schemas/'));
  const fields = components.filter(([pointer]) => /\/properties\/[^/]+$/.test(pointer));
  t.true(fields.length > 250);
  const pointersOf = (some: typeof fields) => some.map(([pointer]) => pointer);
  const without = fields.filter(([, { description }]) => !description);
  t.deepEqual(pointersOf(without), [], 'describe the field in its declaration, with `field`');
  const single = ['string', 'integer', 'number', 'boolean'];
  const needing = fields.filter(([, { type, const: only }]) => only === undefined && single.includes(String(type)));
  const bare = needing.filter(([, { examples }]) => examples?.length !== 1);
  t.deepEqual(pointersOf(bare), [], 'give the field an example in its declaration');
  const withExample = components.filter(([, { examples }]) => Array.isArray(examples));
  t.true(withExample.length > 150);
  for (const [pointer, { examples = [] }] of withExample)
    for (const example of examples) t.deepEqual(violations(pointer, example), [], decodeURIComponent(pointer));
});

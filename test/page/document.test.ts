import test from 'ava';
import { z } from 'zod';
import { failures } from '../../src/domain/failure.js';
import { permissionNames } from '../../src/domain/permission.js';
import { examples } from '../../src/openapi/examples.js';
import { renderPage } from '../../src/page/server/index.js';
import { fillIn } from '../../src/page/server/places.js';
import { definePath, none } from '../../src/routes/define-path.js';
import { defineRoute, type Route } from '../../src/routes/define-route.js';
import { routes as declared } from '../../src/routes/index.js';

/** What the page says, which needs no browser. */

const routes: readonly Route[] = declared;
const assets = { style: 's.css', noScriptStyle: 'n.css', script: 'm.js', icon: 'i.svg' };
const contents = { examples, version: '1.2.3', assets };

const render = (rendered: readonly Route[], rate = { limit: 600, window: 3_600_000 }) =>
  fillIn(renderPage({ ...contents, routes: rendered }), { rate, baseUrl: 'https://galaxy.example' });

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

/** Returns what a pattern with one group finds. */
const all = (markup: string, pattern: RegExp) => [...markup.matchAll(pattern)].map(([, found = '']) => found);

/** Returns the text of each route on the page, by its method and path. */
function articles(page: string): Map<string, string> {
  const found = [...page.matchAll(/<article[^>]* data-operation="([^"]*)".*?<\/article>/gs)];
  return new Map(found.map(([article, name = '']) => [name, textOf(article)]));
}

/** Returns every field name in a schema, however deep. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...fieldsOf(value),
  ]);
}

const page = render(routes);
const shown = articles(page);

test('each route is shown with its parameters, access, answer, request in every language and both formats', (t) => {
  for (const { method, path, access, response, query, body } of routes) {
    const text = shown.get(`${method} ${path.path}`) ?? '';
    const needs = { public: 'Open to all', token: 'Needs any token' }[access as string] ?? `Needs ${access}`;
    for (const part of [`${method} ${path.path}`, needs, path.rateLimited ? '600 calls an hour' : 'Not rate limited'])
      t.true(text.includes(part), `${method} ${path.path}: ${part}`);
    for (const [place, { shape }] of Object.entries({ path: path.params, query, body })) {
      for (const [name, parameter] of Object.entries(shape as Record<string, z.ZodType>)) {
        const isOptional = parameter.safeParse(undefined).success;
        t.regex(text, RegExp(`\\b${name} ${place}, \\w+, ${isOptional ? 'optional' : 'required'}`));
      }
    }
    const top = z.toJSONSchema(response) as { properties?: object };
    for (const name of Object.keys(top.properties ?? {})) t.regex(text, RegExp(`\\b${name}\\??: `), name);
  }
  for (const [article] of page.matchAll(/<article.*?<\/article>/gs))
    t.is(all(article, /<pre data-form="(\w+)"/g).join(), 'curl,javascript,python,csharp,json,xml');
  const missing = routes
    .flatMap(({ response }) => fieldsOf(z.toJSONSchema(response)))
    .filter((name) => !RegExp(`(?<![\\w-])${name}\\??: `).test(textOf(page)));
  t.deepEqual(missing, [], 'every field of every answer');
});

test('a declared route is on the page, and its texts are escaped', (t) => {
  const name = z.string().meta({ description: 'Up to <5> & "more"', type: 'string' });
  const path = definePath('/event/odd/{name}', { description: 'An odd path', params: z.object({ name }) });
  const list = z.array(z.strictObject({ word: z.enum(['a', 'b']) }));
  const odd = defineRoute(path, {
    ...{ method: 'GET', resource: 'odd', title: 'Tell text', access: 'public' },
    description: 'Tells <script>alert(1)</script> from text',
    response: z.strictObject({ first_field: z.number().optional(), list, nothing: none }),
    handle: () => ({ list: [], nothing: {} }),
  });
  const rendered = render([odd]);
  const text = articles(rendered).get('GET /event/odd/{name}') ?? '';
  t.regex(text, /first_field\?: number\s+list: \[\{ word: &quot;a&quot; \| &quot;b&quot; \}\]\s+nothing: \{\}/);
  t.false(rendered.includes('<script>alert'));
  t.true(rendered.includes('Tells &lt;script&gt;alert(1)&lt;/script&gt; from text.'));
  t.true(rendered.includes('Up to &lt;5&gt; &amp; &quot;more&quot;.'));
});

test('the head and the foot name the version that runs, the head leads to the sign-in, and a rate limit is in words', (t) => {
  t.regex(page, /<p class="brand">.*svcapi <span>1\.2\.3<\/span>/);
  t.regex(page, /<footer><p>svcapi 1\.2\.3\. /);
  const head = /<header.*?<\/header>/s.exec(page)?.[0] ?? '';
  t.true(head.includes('<a class="button" href="account/sign-in">Sign in</a>'));
  for (const [limit, window, words] of [
    [600, 3_600_000, '600 calls an hour'],
    [10, 60_000, '10 calls a minute'],
    [5, 600_000, '5 calls in 10 minutes'],
    [5, 90_500, '5 calls in 90.5 seconds'],
  ] as const)
    t.true(render([], { limit, window }).includes(`You can make ${words}, for each IP address and path.`), words);
});

test('routes keep their address and order, the contents have all titles, and each heading links to itself', (t) => {
  t.deepEqual(all(page, /<article[^>]* data-id="([^"]+)"/g), [
    ...['read-character', 'read-character-handlecheck', 'read-character-credits', 'read-character-creditlog'],
    ...['read-character-permissions', 'read-datacard', 'assign-datacard', 'revoke-datacard', 'read-datacards'],
    ...['read-events', 'read-event', 'read-entity', 'read-index', 'read-time', 'convert-time', 'read-permissions'],
    ...['read-ratelimits', 'read-helloworld', 'read-helloauth'],
  ]);
  const closed = all(page, /data-id="([^"]+)">\n<a [^>]*><\/a>\n<details>/g);
  t.deepEqual(closed, ['read-index', 'read-permissions', 'read-ratelimits', 'read-helloworld', 'read-helloauth']);
  const titles = all(page, /<h4[^>]*>([^<]*)</g);
  t.deepEqual(titles.toSorted(), routes.map(({ title }) => title).sort());
  const contents = textOf(/<nav class="contents".*?<\/nav>/s.exec(page)?.[0] ?? '');
  for (const title of titles) t.true(contents.includes(title), title);
  // The link of what is folded is beside its summary.
  const headings = page.replace(/<summary.*?<\/summary>/gs, '').match(/<h[23] .*?<\/h[23]>/g) ?? [];
  const linked = headings.filter((heading) => !heading.includes('<code>'));
  t.true(linked.length >= 10);
  for (const heading of linked) {
    const [id] = all(heading, / id="([^"]+)-title"/g);
    t.true(heading.includes(`<a class="link-to" href="#${id}">`), heading);
  }
  const links = all(page, /<a class="link-to" href="#([\w-]+)" aria-label="Link to /g);
  t.is(links.length, routes.length + 4, 'and four guides');
});

test('permissions, errors and the spellings of a time are listed, and every link has its target; results are announced', (t) => {
  for (const name of permissionNames) t.true(page.includes(`<tr id="permission-${name}">`));
  for (const code of Object.keys(failures)) t.true(page.includes(`<tr id="error-${code}">`));
  const ids = all(page, / id="([^"]+)"/g);
  const wrong = ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z][\w-]*$/.test(id));
  t.deepEqual(wrong, [], 'every id is unique, and a name for scripts and styles');
  const lost = all(page, / href="#([^"]+)"/g).filter((target) => !ids.includes(target));
  t.deepEqual(lost, []);
  const fails = 'Fails with not_found, not_enough_uses, idempotency_key_reused, or one of the common errors';
  t.true(shown.get('POST /datacard/{uid}')?.includes(fails));
  const time = shown.get('POST /api/time') ?? '';
  t.regex(time, /Y12D3, 5:12\s*Year 12 Day 3, 05:12:00\s*1291291920/);
  t.regex(time, /in Unix seconds from 912668400 to 99999999999; a fraction is cut off\./);
  t.is(page.match(/role="timer"/g)?.length, 1);
  t.notRegex(page, /aria-live/, 'the ticking clock is not announced');
  t.true(page.includes('role="status" id="filter-status"'));
  t.is(page.match(/<form class="trying".*?<output.*?<\/form>/gs)?.length, routes.length, 'outputs are announced');
});

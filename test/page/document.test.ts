import test from 'ava';
import { z } from 'zod';
import { failures } from '../../src/domain/failure.js';
import { permissionNames } from '../../src/domain/permission.js';
import { examples } from '../../src/openapi/examples.js';
import { renderPage } from '../../src/page/server/index.js';
import { definePath, none } from '../../src/routes/define-path.js';
import { defineRoute, type Route } from '../../src/routes/define-route.js';
import { routes } from '../../src/routes/index.js';

const assets = { style: 's.css', noScriptStyle: 'n.css', script: 'm.js', icon: 'i.svg' };
const rate = { limit: 600, window: 3_600_000 };

function render(rendered: readonly Route[]): string {
  return renderPage({ routes: rendered, rate, examples, baseUrl: 'https://galaxy.example', version: '1.2.3', assets });
}

/** Returns the text of each route on the page, by its method and path. */
function articles(page: string): Map<string, string> {
  const found = [...page.matchAll(/<article[^>]* data-operation="([^"]*)".*?<\/article>/gs)];
  return new Map(found.map(([article, name = '']) => [name, article.replace(/<[^>]*>/g, '')]));
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

for (const { method, path, access, response, query, body } of routes as readonly Route[]) {
  test(`${method} ${path.path} is shown with its parameters, access and answer`, (t) => {
    const text = shown.get(`${method} ${path.path}`) ?? '';
    t.true(text.includes(`${method} ${path.path}`));
    t.true(
      text.includes(access === 'public' ? 'Open to all' : access === 'token' ? 'Needs any token' : `Needs ${access}`),
    );
    t.true(text.includes(path.rateLimited ? '600 calls an hour' : 'Not rate limited'));
    for (const [place, { shape }] of Object.entries({ path: path.params, query, body })) {
      for (const [name, parameter] of Object.entries(shape as Record<string, z.ZodType>)) {
        const isOptional = parameter.safeParse(undefined).success;
        t.regex(text, RegExp(`\\b${name} ${place}, \\w+, ${isOptional ? 'optional' : 'required'}`));
      }
    }
    const top = z.toJSONSchema(response) as { properties?: object };
    for (const name of Object.keys(top.properties ?? {})) t.regex(text, RegExp(`\\b${name}\\??: `), name);
  });
}

test('every field of every answer is on the page', (t) => {
  const text = page.replace(/<[^>]*>/g, '');
  const missing = (routes as readonly Route[])
    .flatMap(({ response }) => fieldsOf(z.toJSONSchema(response)))
    .filter((name) => !RegExp(`(?<![\\w-])${name}\\??: `).test(text));
  t.deepEqual(missing, []);
});

const oddPath = definePath('/event/odd/{name}', {
  description: 'An odd path',
  params: z.object({ name: z.string().meta({ description: 'Up to <5> & "more"', type: 'string' }) }),
});

const odd = defineRoute(oddPath, {
  method: 'GET',
  resource: 'odd',
  title: 'Tell text',
  description: 'Tells <script>alert(1)</script> from text',
  access: 'public',
  response: z.strictObject({
    first_field: z.number().optional(),
    list: z.array(z.strictObject({ word: z.enum(['a', 'b']) })),
    nothing: none,
  }),
  handle: () => ({ list: [], nothing: {} }),
});

test('the head and the foot of the page name the version that runs', (t) => {
  t.regex(page, /<p class="brand">.*svcapi <span>1\.2\.3<\/span>/);
  t.regex(page, /<footer><p>svcapi 1\.2\.3\. /);
});

test('the head of the page leads to the sign-in', (t) => {
  const head = /<header.*?<\/header>/s.exec(render(routes))?.[0] ?? '';
  t.true(head.includes('<a class="button" href="account/sign-in">Sign in</a>'));
});

test('a declared route is on the page', (t) => {
  const text = articles(render([odd])).get('GET /event/odd/{name}') ?? '';
  t.regex(text, /first_field\?: number\s+list: \[\{ word: &quot;a&quot; \| &quot;b&quot; \}\]\s+nothing: \{\}/);
});

test('the texts of a declaration are escaped', (t) => {
  const rendered = render([odd]);
  t.false(rendered.includes('<script>alert'));
  t.true(rendered.includes('Tells &lt;script&gt;alert(1)&lt;/script&gt; from text.'));
  t.true(rendered.includes('Up to &lt;5&gt; &amp; &quot;more&quot;.'));
});

test('all permissions and errors are listed, and every link has its target', (t) => {
  for (const name of permissionNames) t.true(page.includes(`<tr id="permission-${name}">`));
  for (const code of Object.keys(failures)) t.true(page.includes(`<tr id="error-${code}">`));
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  t.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
    'every id is unique',
  );
  t.deepEqual(
    ids.filter((id) => !/^[a-z][\w-]*$/.test(id ?? '')),
    [],
    'every id is a name for scripts and styles',
  );
  const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
  t.deepEqual(
    targets.filter((target) => !ids.includes(target)),
    [],
  );
});

const rates: [limit: number, window: number, words: string][] = [
  [600, 3_600_000, '600 calls an hour'],
  [10, 60_000, '10 calls a minute'],
  [5, 600_000, '5 calls in 10 minutes'],
  [5, 90_500, '5 calls in 90.5 seconds'],
];

for (const [limit, window, words] of rates) {
  test(`a limit of ${limit} in ${window} ms reads ${words}`, (t) => {
    const rendered = renderPage({
      routes,
      rate: { limit, window },
      examples,
      baseUrl: 'https://galaxy.example',
      version: '1',
      assets,
    });
    t.true(rendered.includes(`You can make ${words}, for each IP address and path.`));
  });
}

test('each route keeps its address, and the routes stand in the order of the page', (t) => {
  const ids = [...page.matchAll(/<article[^>]* data-id="([^"]+)"/g)].map(([, id]) => id);
  t.deepEqual(ids, [
    ...['read-character', 'read-character-handlecheck', 'read-character-credits', 'read-character-creditlog'],
    ...['read-character-permissions', 'read-datacard', 'assign-datacard', 'revoke-datacard', 'read-datacards'],
    ...['read-events', 'read-event', 'read-entity', 'read-index', 'read-time', 'convert-time', 'read-permissions'],
    ...['read-ratelimits', 'read-helloworld', 'read-helloauth'],
  ]);
  const closed = [...page.matchAll(/data-id="([^"]+)">\n<a [^>]*><\/a>\n<details>/g)].map(([, id]) => id);
  t.deepEqual(closed, ['read-index', 'read-permissions', 'read-ratelimits', 'read-helloworld', 'read-helloauth']);
  t.true(page.indexOf('id="read-helloauth"') < page.indexOf('id="shapes"'), 'the tables come after the routes');
});

test('routes have the names of what one does, and each heading links to itself', (t) => {
  const titles = [...page.matchAll(/<h4[^>]*>([^<]*)</g)].map(([, title]) => title);
  for (const title of ['Get a character', 'Find a character by name', 'Current galactic time', 'Convert a time'])
    t.true(titles.includes(title), title);
  t.is(new Set(titles).size, routes.length);
  const contents = /<nav class="contents".*?<\/nav>/s.exec(page)?.[0].replace(/<[^>]*>/g, '') ?? '';
  for (const title of titles) t.true(contents.includes(title ?? ''), title);
  // The link of what is folded is beside its summary.
  const headings = [...page.replace(/<summary.*?<\/summary>/gs, '').matchAll(/<h[23] .*?<\/h[23]>/g)].map(
    ([heading]) => heading,
  );
  const linked = headings.filter((heading) => !heading.includes('<code>'));
  t.true(linked.length >= 10);
  for (const heading of linked) {
    const [, id] = / id="([^"]+)-title"/.exec(heading) ?? [];
    t.true(heading.includes(`<a class="link-to" href="#${id}">`), heading);
  }
  t.is(
    [...page.matchAll(/<a class="link-to" href="#([\w-]+)" aria-label="Link to /g)].length,
    routes.length + 4,
    'and four guides',
  );
});

test('the errors of a route are its own, and the common ones are linked to', (t) => {
  t.regex(
    shown.get('POST /datacard/{uid}') ?? '',
    /Fails with not_found, not_enough_uses, idempotency_key_reused, or one of the common errors/,
  );
});

test('the spellings of galactic time are shown with what they are read as', (t) => {
  const text = shown.get('POST /api/time') ?? '';
  t.regex(text, /Y12D3, 5:12\s*Year 12 Day 3, 05:12:00\s*1291291920/);
});

test('the time that is converted is described as what is accepted: numbers below 100,000,000,000, of which the whole seconds count', (t) => {
  const text = shown.get('POST /api/time') ?? '';
  t.regex(
    text,
    /time body, number, optional\s*Real time to convert, in Unix seconds from 912668400 to 99999999999; a fraction is cut off\./,
  );
});

test('each route has its request in every language, and its answer in both formats', (t) => {
  for (const [article] of page.matchAll(/<article.*?<\/article>/gs)) {
    const forms = [...article.matchAll(/<pre data-form="(\w+)"/g)].map(([, form]) => form);
    t.deepEqual(forms, ['curl', 'javascript', 'python', 'csharp', 'json', 'xml'], article.slice(0, 200));
  }
});

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the filters of the bundle match the paths of Windows as those of Linux', async (t) => {
  const { FILTERS } = (await import(join(root, 'tools/bundle/program.js'))) as { FILTERS: Record<string, RegExp> };
  const paths: [filter: string, path: string, other: string][] = [
    ['locales', '/svcapi/node_modules/zod/v4/locales/index.js', '/svcapi/node_modules/zod/v4/locales/de.js'],
    [
      'characterSets',
      '/x/node_modules/iconv-lite/encodings/dbcs-data.js',
      '/x/node_modules/iconv-lite/encodings/utf16.js',
    ],
    ['named', '/x/node_modules/oidc-provider/lib/provider.js', '/x/node_modules/koa/lib/application.js'],
  ];
  for (const [filter, path, other] of paths) {
    for (const spelled of [path, `C:${path.replaceAll('/', '\\')}`]) t.regex(spelled, FILTERS[filter] as RegExp);
    for (const spelled of [other, `C:${other.replaceAll('/', '\\')}`]) t.notRegex(spelled, FILTERS[filter] as RegExp);
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DescribedSettings } from '../../openapi/info.js';
import { packageFolder } from '../../package.js';
import { readSettings } from '../../settings/read.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/options.js';

/** Creates `svcapi openapi`. */
export function openApiCommand(context: Context): CliCommand {
  const command = new CliCommand('openapi', context)
    .summary('print the OpenAPI description')
    .description(
      'Prints the OpenAPI 3.1 description of the service, for generating clients and for other tools. It needs no ' +
        'server: every server of this version has the same description at /ws/v2.0/openapi.json, with its own address, ' +
        'limits and contact.',
    )
    .example('svcapi openapi > openapi.json', 'save it to a file')
    .example('svcapi openapi --url https://galaxy.example.org', 'for a service at another address')
    .action(() => print(command));
  return addSetting(command, 'url');
}

/** The settings that the description shows. */
const DESCRIBED = ['url', 'rateLimit', 'rateWindow', 'contact'] as const;

async function print(command: CliCommand): Promise<void> {
  const { context } = command;
  const settings = await command.settings(DESCRIBED);
  await context.stdout.write((await publishedText(settings)) ?? (await generatedText(settings)));
}

/**
 * Returns the description from docs/openapi.json, which has the default settings, with another address where one is given:
 * generating it takes three times as long.
 *
 * @returns undefined with other limits or another contact, or where the documents are not installed
 */
async function publishedText({ url, ...settings }: DescribedSettings): Promise<string | undefined> {
  const none = { flags: new Map(), env: { HOME: '/nonexistent' }, cwd: '/' };
  const { url: publishedUrl, ...defaults } = await readSettings(DESCRIBED, none);
  const path = join(packageFolder(), 'docs/openapi.json');
  if (!isDeepStrictEqual(settings, defaults) || !existsSync(path)) return undefined;
  return readFileSync(path, 'utf8').replaceAll(publishedUrl, url);
}

async function generatedText(settings: DescribedSettings): Promise<string> {
  const [{ openApiText }, { examples }] = await Promise.all([
    import('../../openapi/open-api.js'),
    import('../../openapi/examples.js'),
  ]);
  return openApiText(settings, examples);
}

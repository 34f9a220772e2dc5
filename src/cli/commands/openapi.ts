import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/options.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('openapi', context)
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

async function print(command: CliCommand): Promise<void> {
  const settings = await command.settings(['url', 'rateLimit', 'rateWindow', 'contact']);
  const [{ openApiText }, { examples }] = await Promise.all([
    import('../../openapi/open-api.js'),
    import('../../openapi/examples.js'),
  ]);
  await command.context.stdout.write(openApiText(settings, examples));
}

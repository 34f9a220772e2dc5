import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';

/** Creates `svcapi openapi`. */
export function openApiCommand(context: Context): CliCommand {
  const command = new CliCommand('openapi', context)
    .summary('describe the service to programs')
    .description(
      'Prints the OpenAPI 3.1 description of the service, from which clients are generated and which many tools read. ' +
        'It needs no server: every server of this version gives the same at /ws/v2.0/openapi.json, with its own address ' +
        'and limits.',
    )
    .example('svcapi openapi > openapi.json', 'into a file')
    .example('svcapi openapi --url https://galaxy.example.org', 'for a service at another address')
    .action(() => print(context, command));
  return addSetting(command, 'url');
}

async function print(context: Context, command: CliCommand): Promise<void> {
  const { url, rateLimit, rateWindow } = await context.settings(command, ['url', 'rateLimit', 'rateWindow']);
  const [{ openApiText }, { examples }] = await Promise.all([
    import('../../openapi/text.js'),
    import('../../openapi/examples.js'),
  ]);
  await context.stdout.write(openApiText({ url, rateLimit, rateWindow }, examples));
}

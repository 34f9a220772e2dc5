import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { readInput } from '../../input/read-input.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

/** Creates `svcapi sandbox load`. */
export function loadCommand(context: Context): CliCommand {
  const command = new CliCommand('load', context)
    .summary('load records of a galaxy file')
    .description('Loads a galaxy file (docs/import-format.md) into a sandbox: all of its records, or none.')
    .argument('<file>', 'one JSON object a line; - for standard input')
    .exitStatus('usage', 'a record is refused, and nothing was loaded')
    .example('svcapi sandbox load galaxy.ndjson', 'what a test needs')
    .example(`echo '{"kind":"faction","uid":"20:7","name":"Harbour"}' | svcapi sandbox load -`, 'a single record')
    .action(async (file: string) => {
      const lines = (await readInput(context, file)).split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) throw usageError(`${file === '-' ? 'standard input' : file} has no records`);
      const body = { records: lines.map(parse) };
      const request = { method: 'POST', path: '/records', body } as const;
      const { records } = await callSandbox<{ records: number }>(command, request);
      context.info(`Loaded ${records.toLocaleString('en')} records.`);
    });
  return addSandbox(command);
}

function parse(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw usageError(`line ${index + 1} is not JSON; nothing was loaded`);
  }
}

import { ServiceError } from '../../client/errors.js';
import type { CliCommand } from '../command.js';

/** Parameters whose option has another name. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = { production_entity_uid: ['--to', '--from'] };

/** Arguments that become the parameter `uid` of a path. */
const REFERENCES: readonly string[] = ['uid', 'faction'];

/**
 * Returns the same error, but when the service names a parameter, with the option or the argument of the command instead.
 * `svcapi api` has none of these: there the parameter is what was given.
 */
export function inWordsOf(command: CliCommand, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { parameter } = error.details;
  const name = parameter === undefined ? undefined : nameOf(command, parameter);
  if (parameter === undefined || name === undefined || !error.message.startsWith(parameter)) return error;
  const problem = error.message
    .slice(parameter.length)
    .replace(/^: It /, ' ')
    .replace(/^: \w/, lower)
    .replace(/\.$/, '');
  const [what = '', next] = problem.split(/(?<=^ is missing)\. /);
  const message = `${name}${what}${next === undefined ? '' : `; ${next.replace(/^\w/, lower)}`}`;
  return new ServiceError(error.code, message, error.answer, error);
}

const lower = (text: string) => text.toLowerCase();

function nameOf({ options, registeredArguments }: CliCommand, parameter: string): string | undefined {
  const wanted = [...(OPTIONS[parameter] ?? []), `--${parameter.toLowerCase().replaceAll('_', '-')}`];
  const option = options.find(({ long }) => wanted.includes(long ?? ''));
  if (option) return option.long ?? undefined;
  const argument = registeredArguments.find(
    (candidate) => parameter === 'uid' && REFERENCES.includes(candidate.name()),
  );
  return argument && `<${argument.name()}>`;
}

import { quoteForShell } from '../quote-for-shell.js';
import type { ArgumentSpec, CommandSpec, OptionSpec, Values } from './model.js';

/** Generates the zsh completion: one function per command, which calls `_arguments`. */
export function zshScript(commands: CommandSpec[]): string {
  return `#compdef svcapi
# zsh completion for svcapi. Made by svcapi completion zsh.

# Offers the lines that a command prints.
_svcapi_lines() {
  compadd -- \${(f)"$(eval $argv[-1] 2>/dev/null)"}
}

_svcapi_words_or_files() {
  _alternative "words:value:($argv[-1])" files:file:_files
}

${commands.map((command) => commandFunction(command, commands)).join('\n')}
if [ "$funcstack[1]" = "_svcapi" ]; then
  _svcapi "$@"
else
  compdef _svcapi svcapi
fi
`;
}

function commandFunction(command: CommandSpec, all: CommandSpec[]): string {
  const known = command.subcommands.filter(({ name }) => all.some(({ path }) => path === `${command.path} ${name}`));
  const specs = command.options.map(optionSpec);
  if (known.length === 0) {
    const lines = [...specs, ...command.arguments.map(argumentSpec)];
    return `${functionName(command.path)}() {\n  _arguments -s -S${lines.map((line) => ` \\\n    ${line}`).join('')}\n}\n`;
  }
  return `${functionName(command.path)}() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C${[...specs, "'1:command:->command'", "'*::argument:->argument'"].map((line) => ` \\\n    ${line}`).join('')}
  case $state in
    command)
      local -a commands=(
${command.subcommands.map(({ name, about }) => `        ${quoteForShell(`${name}:${about}`)}`).join('\n')}
      )
      _describe -t commands command commands
      ;;
    argument)
      case $words[1] in
${known.map(({ name }) => `        ${name}) ${functionName(`${command.path} ${name}`)} ;;`).join('\n')}
      esac
      ;;
  esac
}
`;
}

function functionName(path: string): string {
  return `_${path.replaceAll(/[ -]/g, '_')}`;
}

function optionSpec({ long, short, about, takes, placeholder, values }: OptionSpec): string {
  const description = `[${about.replaceAll(/[\\\]:]/g, '\\$&')}]`;
  const colon = takes === 'maybe' ? '::' : ':';
  const value = takes === 'nothing' ? '' : `${colon}${label(placeholder)}:${action(values)}`;
  // The tree does not say which options can be repeated: those with a value are offered again, switches are not.
  const repeated = takes === 'nothing' ? '' : '*';
  const sign = takes === 'nothing' ? '' : '=';
  if (short === undefined) return quoteForShell(`${repeated}${long}${sign}${description}${value}`);
  return `${quoteForShell(`(${short} ${long})`)}{${short}${sign && '+'},${long}${sign}}${quoteForShell(description + value)}`;
}

function argumentSpec({ name, variadic, values }: ArgumentSpec): string {
  return quoteForShell(`${variadic ? '*' : ':'}:${label(name)}:${action(values)}`.replace(/^::/, '::'));
}

function action({ kind, words }: Values): string {
  if (kind === 'file') return words.length === 0 ? '_files' : `_svcapi_words_or_files "${words.join(' ')}"`;
  if (kind === 'any') return ' ';
  if (kind === 'lines') return `_svcapi_lines '${words.join('')}'`;
  return kind === 'word' ? `(${words.join(' ')})` : `_values -s , value ${words.join(' ')}`;
}

function label(text: string): string {
  return text.replaceAll(/[\\:]/g, '\\$&') || 'value';
}

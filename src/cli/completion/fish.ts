import type { CommandSpec, OptionSpec, Values } from './model.js';

/** Generates the fish completion: one line per candidate, with the condition for offering it. */
export function fishScript(commands: CommandSpec[]): string {
  return `# fish completion for svcapi. Made by svcapi completion fish.

# Prints the command before the cursor, then the number of its arguments so far.
function __svcapi_place
    set -l words (commandline -opc)
    set -l command svcapi
    set -l count 0
    set -l skip
    for word in $words[2..-1]
        if test -n "$skip"
            set skip
            continue
        end
        if string match -q -- '-*' $word
            contains -- "$command $word" $__svcapi_valued; and set skip yes
            continue
        end
        if test $count -eq 0; and contains -- "$command $word" $__svcapi_commands
            set command "$command $word"
        else
            set count (math $count + 1)
        end
    end
    printf '%s\\n' $command $count
end

# Succeeds when the cursor follows the given command and, if a number is given, is at that argument.
function __svcapi_at
    set -l place (__svcapi_place)
    test "$place[1]" = $argv[1]; or return 1
    test (count $argv) -eq 1; or test $place[2] $argv[2] $argv[3]
end

# Succeeds when the cursor follows the given option of the given command, whose value is in the next word.
function __svcapi_behind
    set -l place (__svcapi_place)
    set -l words (commandline -opc)
    test "$place[1]" = $argv[1]; and test "$words[-1]" = $argv[2]
end

set -g __svcapi_commands ${list(commands.map(({ path }) => path))}
set -g __svcapi_valued ${list(commands.flatMap(valued))}

complete -c svcapi -f
${commands.flatMap(lines).join('\n')}
`;
}

function valued({ path, options }: CommandSpec): string[] {
  return options
    .filter(({ takes }) => takes === 'value')
    .flatMap(({ long, short }) => (short === undefined ? [long] : [short, long]))
    .map((flag) => `${path} ${flag}`);
}

function list(items: string[]): string {
  return items.map((item) => ` \\\n    ${quote(item)}`).join('');
}

function lines({ path, subcommands, options, arguments: all }: CommandSpec): string[] {
  const at = (place: string) => `complete -c svcapi -n ${quote(`__svcapi_at ${quote(path)}${place}`)}`;
  return [
    ...subcommands.map(({ name, about }) => `${at(' -eq 0')} -a ${quote(name)} -d ${quote(about)}`),
    ...options.map((option) => `${at('')} ${optionWords(option)}`),
    ...options
      .filter(({ takes }) => takes === 'maybe')
      .map(({ long, values }) => {
        const condition = quote(`__svcapi_behind ${quote(path)} ${long}`);
        return `complete -c svcapi -n ${condition} ${valueWords(values)}`;
      }),
    ...all.flatMap(({ variadic, values }, index) =>
      values.kind === 'any' ? [] : [`${at(` ${variadic ? '-ge' : '-eq'} ${index}`)} ${valueWords(values)}`],
    ),
  ];
}

function optionWords({ long, short, about, takes, values }: OptionSpec): string {
  const names = `${short === undefined ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const required = takes === 'value' ? ' -r' : '';
  const offered = takes === 'nothing' ? '' : ` ${valueWords(values)}`;
  return `${names}${required}${offered} -d ${quote(about)}`;
}

function valueWords({ kind, words }: Values): string {
  if (kind === 'any') return '-f';
  if (kind === 'file') return words.length === 0 ? '-F' : `-F -a ${quote(words.join(' '))}`;
  if (kind === 'lines') return `-f -a ${quote(`(${words.join('')})`)}`;
  return kind === 'word' ? `-f -a ${quote(words.join(' '))}` : `-f -a ${quote(`(__fish_append , ${words.join(' ')})`)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

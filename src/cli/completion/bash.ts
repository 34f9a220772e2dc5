import type { CommandSpec, Values } from './model.js';

/**
 * Generates the bash completion, which does not need bash-completion. It parses the words before the cursor (commands,
 * options and their values) and offers the words that can follow.
 */
export function bashScript(commands: CommandSpec[]): string {
  return `# bash completion for svcapi. Made by svcapi completion bash.

# Sets the subcommands and options of a command; valued: options with a value, maybe: options with an optional value.
_svcapi_command() {
  case $1 in
${commands.map(commandCase).join('\n')}
    *) return 1 ;;
  esac
}

# Sets the possible values of an option ("svcapi serve --port") or an argument ("svcapi import 0").
_svcapi_values() {
  case $1 in
${commands.flatMap(valueCases).join('\n')}
    *) kind=any words= ;;
  esac
}

# Offers the words that start with the typed text.
_svcapi_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$2")
}

# Offers the lines that a command prints. Outside quotes, their special characters are escaped.
_svcapi_offer_lines() {
  local word
  while IFS= read -r word; do
    [[ $2 == [\\"\\']* ]] || printf -v word %q "$word"
    [[ $word == "\${2#[\\"\\']}"* ]] && COMPREPLY+=("$word")
  done < <(eval "$1" 2>/dev/null)
}

_svcapi_offer_value() {
  local kind words before= word
  _svcapi_values "$1"
  case $kind in
    word) _svcapi_offer "$words" "$2" ;;
    words)
      [[ $2 == *,* ]] && before=\${2%,*},
      while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -W "$words" -- "\${2##*,}")
      compopt -o nospace 2>/dev/null
      ;;
    file) _svcapi_offer "$words" "$2"; _svcapi_offer_files "$2" ;;
    lines) _svcapi_offer_lines "$words" "$2" ;;
  esac
}

_svcapi_offer_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$1")
}

_svcapi() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command=svcapi option= rest= i word
  local subcommands options valued maybe
  local -i count=0
  COMPREPLY=()
  [[ \${COMP_WORDS[COMP_CWORD-1]} == *[\\<\\>] ]] && { _svcapi_offer_files "$cur"; return; }
  _svcapi_command svcapi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $option && $word == = ]]; then
      [[ " $maybe " == *" $option "* ]] && valued+=" $option"
      continue
    fi
    if [[ -n $option && ( " $valued " == *" $option "* || $word != -* ) ]]; then
      option=
    elif [[ -z $rest && $word == -- ]]; then
      rest=yes option=
    elif [[ -z $rest && $word == -?* ]]; then
      option=
      [[ " $valued $maybe " == *" $word "* ]] && option=$word
    elif [[ $count -eq 0 && " $subcommands " == *" $word "* ]] && _svcapi_command "$command $word"; then
      command+=" $word"
    else
      count+=1
    fi
  done
  if [[ -n $option ]]; then
    [[ $cur == = ]] && cur=
    if [[ " $valued " == *" $option "* || $cur != -* ]]; then
      _svcapi_offer_value "$command $option" "$cur"
      return
    fi
  fi
  if [[ -z $rest && $cur == -* ]]; then
    _svcapi_offer "$options" "$cur"
  else
    [[ $count -eq 0 ]] && _svcapi_offer "$subcommands" "$cur"
    _svcapi_offer_value "$command $count" "$cur"
  fi
}

complete -F _svcapi svcapi
`;
}

function commandCase({ path, subcommands, options }: CommandSpec): string {
  const flags = (takes?: string) =>
    options
      .filter((option) => takes === undefined || option.takes === takes)
      .flatMap(({ long, short }) => (short === undefined ? [long] : [short, long]))
      .join(' ');
  return `    '${path}')
      subcommands='${subcommands.map(({ name }) => name).join(' ')}'
      options='${flags()}'
      valued='${flags('value')}'
      maybe='${flags('maybe')}'
      ;;`;
}

/** Returns a case for each option and argument with known values. A variadic argument has one for all positions. */
function valueCases({ path, options, arguments: all }: CommandSpec): string[] {
  return [
    ...options.flatMap(({ long, short, values }) =>
      valueCase(short === undefined ? `'${path} ${long}'` : `'${path} ${long}' | '${path} ${short}'`, values),
    ),
    ...all.flatMap(({ variadic, values }, index) =>
      valueCase(variadic ? `'${path} '[0-9]*` : `'${path} ${index}'`, values),
    ),
  ];
}

function valueCase(pattern: string, { kind, words }: Values): string[] {
  return kind === 'any' ? [] : [`    ${pattern}) kind=${kind} words='${words.join(' ')}' ;;`];
}

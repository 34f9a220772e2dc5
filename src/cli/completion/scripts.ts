import type { Shell } from './quoting.js';

/** Shells run `svcapi complete SHELL -- WORDS`; the last word is at the cursor. The line `:files` stands for file names. */
export const scripts: Record<Shell, string> = {
  bash: `# bash completion for svcapi. Made by svcapi completion bash.
_svcapi_candidates() {
  case \${COMP_WORDS[COMP_CWORD-1]} in
    *[\\<\\>]) echo :files ;;
    *) svcapi complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null ;;
  esac
}
_svcapi() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :files ]] || { COMPREPLY+=("$line"); continue; }
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
  done < <(_svcapi_candidates)
}
complete -F _svcapi svcapi
`,
  zsh: `#compdef svcapi
# zsh completion for svcapi. Made by svcapi completion zsh.
_svcapi() {
  local -a found=(\${(f)"$(svcapi complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  [[ -n \${(M)found:#:files} ]] && _files
  compadd -S '' -- \${found:#:files}
}
if [ "$funcstack[1]" = "_svcapi" ]; then _svcapi "$@"; else compdef _svcapi svcapi; fi
`,
  fish: `# fish completion for svcapi. Made by svcapi completion fish.
function __svcapi_candidates
    for line in (svcapi complete fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c svcapi -f -a '(__svcapi_candidates)'
`,
  powershell: `# PowerShell completion for svcapi. Made by svcapi completion powershell.
Register-ArgumentCompleter -Native -CommandName svcapi -ScriptBlock {
    param($word, $ast, $cursor)
    $before = $ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor }
    # Windows PowerShell does not pass an empty argument on.
    $words = @($before | ForEach-Object { "$_" }) + $(if ($word) { "$word" } else { "''" })
    # Where nothing is returned, PowerShell offers files.
    svcapi complete powershell '--' @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`,
};

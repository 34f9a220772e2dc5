import type { Io } from './io.js';

type Shell = 'sh' | 'powershell' | 'cmd';

/** Returns the shell of a person who pastes a line: Git Bash sets SHELL, and PowerShell has more folders of modules than cmd. */
export function shellOf({ platform, env }: Pick<Io, 'platform' | 'env'>): Shell {
  if (platform !== 'win32' || env.SHELL) return 'sh';
  return (env.PSModulePath ?? '').split(';').length > 2 ? 'powershell' : 'cmd';
}

const QUOTES: Record<Shell, (text: string) => string> = {
  sh: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  powershell: (text) => `'${text.replaceAll("'", "''")}'`,
  cmd: (text) => `"${text.replaceAll('"', '\\"')}"`,
};

/** Quotes a word where the shell needs it. */
export function quoteWord(shell: Shell, text: string): string {
  const isPlain = shell === 'sh' ? /^[\w./-]+$/ : /^[\w.:/\\-]+$/;
  return isPlain.test(text) ? text : QUOTES[shell](text);
}

/** Returns the command that removes the files whose names begin with this path. */
export function removal(shell: Shell, path: string): string {
  return shell === 'sh' ? `rm ${quoteWord(shell, path)}*` : `del ${QUOTES[shell](`${path}*`)}`;
}

const VARIABLES: Record<Shell, [set: string, end: string, get: string]> = {
  sh: ['export TOKEN=', '', '$TOKEN'],
  powershell: ["$env:TOKEN = '", "'", '$env:TOKEN'],
  cmd: ['set TOKEN=', '', '%TOKEN%'],
};

/** Returns the line that stores a token in the variable TOKEN, and how a later line names it. */
export function tokenVariable(shell: Shell, token: string): { set: string; get: string } {
  const [set, end, get] = VARIABLES[shell];
  return { set: set + token + end, get };
}

/** Returns the name of curl. Windows PowerShell has another command of this name. */
export function curlOf(shell: Shell): string {
  return shell === 'powershell' ? 'curl.exe' : 'curl';
}

/** Returns a command that posts JSON. Older PowerShells drop the double quotes of an argument, so they get it in a pipe. */
export function postJson(shell: Shell, json: string, url: string): string {
  if (shell === 'powershell') return `${QUOTES[shell](json)} | curl.exe --json '@-' ${url}`;
  return `curl --json ${QUOTES[shell](json)} ${url}`;
}

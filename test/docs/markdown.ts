import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout, whose documents are tested. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Reads a document by its path below the checkout. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

interface CodeBlock {
  language: string;
  lines: string[];
}

const FENCED = /^(?<indent> *)```(?<language>\w*)\n(?<code>.*?)^\k<indent>```$/gms;

/** Returns the fenced blocks of a document, without their indentation. */
export function codeBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(FENCED)].map(({ groups }) => {
    const { indent = '', language = '', code = '' } = groups ?? {};
    return { language, lines: code.split('\n').map((line) => line.slice(indent.length)) };
  });
}

/** Returns the cells of every row of the table that begins with a header. */
export function tableOf(text: string, header: string): string[][] {
  const start = text.indexOf(header);
  if (start === -1) throw new Error(`there is no table “${header}”`);
  const lines = text.slice(start).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** Returns a document without its fenced blocks. */
export function prose(text: string): string {
  return text.replaceAll(FENCED, '');
}

/** Returns the commands of a document in order: those of its `sh` blocks, and the lines after a prompt in `console` blocks. */
export function commandsOf(text: string): string[] {
  return codeBlocks(text).flatMap(({ language, lines }) => {
    if (language === 'sh' && !lines[0]?.startsWith('#!')) return wholeCommands(lines);
    if (language === 'console') return lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
    return [];
  });
}

/** Joins the lines of a script into commands: a continued line, or a loop, is one command. */
function wholeCommands(lines: string[]): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of lines) {
    open += open === '' ? line : `\n${line}`;
    if (open.endsWith('\\') || spawnSync('sh', ['-nc', open]).status !== 0) continue;
    const command = open.replace(/(^|\s+)#.*$/, '');
    if (command !== '') commands.push(command);
    open = '';
  }
  if (open !== '') throw new Error(`this command has no end: ${open}`);
  return commands;
}

/** Returns the targets of the links and pictures of a document that are no addresses, without those in code. */
export function relativeLinksOf(text: string): string[] {
  const written = prose(text).replaceAll(/`[^`\n]*`/g, 'code');
  const found = [...written.matchAll(/(?:\]\(|\bsrc="|\bsrcset=")(?<target>[^)"\s]+)/g)];
  return found.map(({ groups }) => groups?.target ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

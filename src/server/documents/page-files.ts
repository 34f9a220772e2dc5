import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../../package.js';
import type { PageAssets } from '../../page/server/index.js';

/** A file that belongs to the page; its name has a digest of what is in it. */
export interface PageFile {
  name: string;
  type: string;
  body: Buffer;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

let files: PageFile[] | undefined;

/** What was built from `src/page/browser`. Read once, since it is part of the program. */
export function readPageFiles(): PageFile[] {
  files ??= readBuilt(join(packageFolder(), 'dist/page'));
  return files;
}

function readBuilt(folder: string): PageFile[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const type = types[extname(name)];
    return type === undefined ? [] : [{ name, type, body: readFileSync(join(folder, name)) }];
  });
}

/** The addresses of the files that the page itself names. */
export function pageAssets(files: readonly PageFile[], folder: string): PageAssets {
  const find = (start: string, end: string) => {
    const file = files.find(({ name }) => name.startsWith(`${start}-`) && name.endsWith(end));
    if (!file) throw new Error(`The page has no ${start}${end}: build it with npm run build.`);
    return folder + file.name;
  };
  return {
    style: find('style', '.css'),
    noScriptStyle: find('no-script', '.css'),
    script: find('main', '.js'),
    sharedScripts: files.filter(({ name }) => name.startsWith('chunk-')).map(({ name }) => folder + name),
    icon: find('icon', '.svg'),
  };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../../package.js';
import type { PageAssets } from '../../page/server/index.js';

/** A file of the page, with a digest of its content in its name. */
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

/** Returns the files that were built from `src/page`. They are read once. */
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

/** Returns the addresses of the files that the page refers to. */
export function pageAssets(files: readonly PageFile[], folder: string): PageAssets {
  const find = (start: string, end: string) => addressOf(files, folder, start, end);
  return {
    style: find('style', '.css'),
    noScriptStyle: find('no-script', '.css'),
    script: find('main', '.js'),
    icon: find('icon', '.svg'),
  };
}

function addressOf(files: readonly PageFile[], folder: string, start: string, end: string): string {
  const file = files.find(({ name }) => name.startsWith(`${start}-`) && name.endsWith(end));
  if (!file) throw new Error(`The page has no ${start}${end}. Build it with npm run build.`);
  return folder + file.name;
}

/** The files that every page of an account refers to, relative to the root of the service. */
interface AccountAssets {
  style: string;
  /** Starts the button that copies a secret. */
  secretScript: string;
  icon: string;
}

let account: AccountAssets | undefined;

/** Returns the addresses of the files of an account's pages, relative to the root of the service. */
export function accountAssets(): AccountAssets {
  account ??= {
    style: addressOf(readPageFiles(), 'documentation/', 'account', '.css'),
    secretScript: addressOf(readPageFiles(), 'documentation/', 'secret', '.js'),
    icon: addressOf(readPageFiles(), 'documentation/', 'icon', '.svg'),
  };
  return account;
}

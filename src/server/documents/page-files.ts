import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../../package.js';
import type { PageAssets } from '../../page/server/index.js';

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

const folder = () => join(packageFolder(), 'dist/page');

/** Reads a document that the build has made for settings to fill in. */
export const readRendered = (name: string): string => readFileSync(join(folder(), name), 'utf8');

export function readPageFiles(): PageFile[] {
  files ??= (existsSync(folder()) ? readdirSync(folder()) : []).flatMap((name) => {
    const type = types[extname(name)];
    return type === undefined ? [] : [{ name, type, body: readFileSync(join(folder(), name)) }];
  });
  return files;
}

/** The URLs are relative to the root of the service. */
export function pageAssets(): PageAssets {
  return {
    style: addressOf('style', '.css'),
    noScriptStyle: addressOf('no-script', '.css'),
    script: addressOf('main', '.js'),
    icon: addressOf('icon', '.svg'),
  };
}

export function addressOf(start: string, end: string): string {
  const file = readPageFiles().find(({ name }) => name.startsWith(`${start}-`) && name.endsWith(end));
  if (!file) throw new Error(`The page has no ${start}${end}. Build it with npm run build.`);
  return `documentation/${file.name}`;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM } from './chromium.js';
import { startDemo } from './demo.js';
import { takePage } from './page-picture.js';
import { recordScreen } from './screen.js';
import { drawTerminal } from './terminal-picture.js';
import { themes } from './theme.js';

const TITLE =
  'A terminal: svcapi converts a galactic time, plots the balance of a character, and assigns datacards in a batch';

export interface PictureOptions {
  /** The folder that the pictures are written to. */
  folder: string;
  /** The port of the service, which the page shows. */
  port: number;
  /** True to take the page, too, which needs a browser. */
  withPage: boolean;
}

/** Takes the pictures of the README from the running program, for both themes. @returns their names */
export async function takePictures({ folder, port, withPage }: PictureOptions): Promise<string[]> {
  const pictures = new Map<string, string | Buffer>();
  const demo = await startDemo(port);
  try {
    if (withPage) {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
      for (const theme of themes) pictures.set(`page-${theme}.webp`, await takePage(browser, demo, theme));
      await browser.close();
    }
    const screen = await recordScreen(demo);
    for (const theme of themes) pictures.set(`terminal-${theme}.svg`, drawTerminal(screen, theme, TITLE));
  } finally {
    demo.close();
  }
  await mkdir(folder, { recursive: true });
  for (const [name, picture] of pictures) await writeFile(join(folder, name), picture);
  return [...pictures.keys()];
}

import { existsSync } from 'node:fs';

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of Debian and its relatives: the one without windows where it is installed, which takes 40 % less time. */
export const CHROMIUM = PROGRAMS.find(existsSync) ?? '/usr/bin/chromium';

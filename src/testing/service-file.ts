import { fileURLToPath } from 'node:url';

/** The bundle has another path for it. */
export const serviceFile: string = fileURLToPath(new URL('./service.js', import.meta.url));

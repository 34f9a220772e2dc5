import { fileURLToPath } from 'node:url';

/** The program that runs the service of a test. The bundle has another path for it. */
export const serviceFile: string = fileURLToPath(new URL('./service.js', import.meta.url));

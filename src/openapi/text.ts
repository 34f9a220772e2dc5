import { routes } from '../routes/index.js';
import type { Examples } from './example.js';
import { buildOpenApi } from './open-api.js';

/** The settings that the description of a service says something of. */
export interface DescribedSettings {
  url: string;
  /** Calls in one window. */
  rateLimit: number;
  /** The length of a window, in seconds. */
  rateWindow: number;
}

/** The description of the service as a file: indented, since it is read and compared. */
export function openApiText({ url, rateLimit, rateWindow }: DescribedSettings, examples: Examples): string {
  const limit = { limit: rateLimit, window: rateWindow };
  return `${JSON.stringify(buildOpenApi(routes, { baseUrl: url, rateLimit: limit, examples }), null, 2)}\n`;
}

import { routes } from '../routes/index.js';
import type { Examples } from './example.js';
import { buildOpenApi } from './open-api.js';

/** The settings that the description shows. */
export interface DescribedSettings {
  url: string;
  /** Calls in one window. */
  rateLimit: number;
  /** The length of a window, in seconds. */
  rateWindow: number;
}

/** Returns the description of the service as a file, indented for people and for diffs. */
export function openApiText({ url, rateLimit, rateWindow }: DescribedSettings, examples: Examples): string {
  const limit = { limit: rateLimit, window: rateWindow };
  return `${JSON.stringify(buildOpenApi(routes, { baseUrl: url, rateLimit: limit, examples }), null, 2)}\n`;
}

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
  /** The email address or URL under which clients reach the host. */
  contact: string | undefined;
}

/** Returns the description of the service as a file, indented for people and for diffs. */
export function openApiText({ url, rateLimit, rateWindow, contact }: DescribedSettings, examples: Examples): string {
  const limit = { limit: rateLimit, window: rateWindow };
  return `${JSON.stringify(buildOpenApi(routes, { baseUrl: url, rateLimit: limit, contact, examples }), null, 2)}\n`;
}

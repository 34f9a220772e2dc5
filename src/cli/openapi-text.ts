import type { Examples } from '../openapi/example.js';
import { drawOpenApi } from '../openapi/open-api.js';
import { routes } from '../routes/index.js';
import type { Settings } from '../settings.js';

/** The settings that the description of a service says something of. */
export type DescribedSettings = Pick<Settings, 'url' | 'rateLimit' | 'rateWindow'>;

/** The description of the service as a file: indented, since it is read and compared. */
export function openApiText({ url, rateLimit, rateWindow }: DescribedSettings, examples: Examples): string {
  const limit = { limit: rateLimit, window: rateWindow };
  return `${JSON.stringify(drawOpenApi(routes, { baseUrl: url, rateLimit: limit, examples }), null, 2)}\n`;
}

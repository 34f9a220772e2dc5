import { PREFIX } from '../routes/path.js';
import { contactOf, type DescribedSettings } from './info.js';
import { buildSecuritySchemes } from './security.js';

/** The parts of a description that settings change. */
interface OpenApi {
  info: object;
  servers: object[];
  paths: Record<string, object>;
  components: object;
}

/** Adds to a description what the settings of a host say, and returns it. */
export function describeHost<D extends OpenApi>(document: D, settings: DescribedSettings): D {
  const { contact, url, rateLimit: limit, rateWindow: window } = settings;
  Object.assign(document.info, { contact: contactOf(contact) });
  document.servers = [{ url: url + PREFIX }];
  Object.assign(document.components, { securitySchemes: buildSecuritySchemes(url) });
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as { 'x-rate-limit'?: object }[]) {
      if (operation['x-rate-limit']) Object.assign(operation['x-rate-limit'], { limit, window });
    }
  }
  return document;
}

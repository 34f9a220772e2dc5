import type { RateLimit } from '../../domain/rate-limit.js';
import { contactOf } from '../../openapi/info.js';
import { Html, html } from './html.js';

/** Stands on the page for the address of the service, as in the recorded answers. */
export const BASE_URL = 'https://galaxy.example.org';

/** Stand for what the settings of a host say. */
export const PLACES = {
  rate: new Html('<!--rate-->'),
  contact: new Html('<!--contact-->'),
  demo: new Html('<!--demo-->'),
};

const PLACE = RegExp([BASE_URL, ...Object.values(PLACES)].join('|'), 'g');

export interface PageSettings {
  /** Such as `https://example.org`. */
  baseUrl: string;
  rate: RateLimit;
  /** An email address or a URL of the host. */
  contact?: string | undefined;
  /** True for a demo galaxy on this machine, whose token readers can use. */
  isDemo?: boolean;
}

/** Fills in a rendered page: the build renders it once, so that no start of a service does. */
export function fillIn(page: string, { baseUrl, rate, contact, isDemo = false }: PageSettings): string {
  const fillings = new Map([
    [BASE_URL, html`${baseUrl}`],
    [`${PLACES.rate}`, html`${formatRate(rate)}`],
    [`${PLACES.contact}`, renderContact(contact)],
    [`${PLACES.demo}`, html`${isDemo && html`<button type="button" name="demo">Use the demo character</button>`}`],
  ]);
  return page.replace(PLACE, (place) => String(fillings.get(place)));
}

/** Returns `600 calls an hour` for a rate limit. */
function formatRate({ limit, window }: RateLimit): string {
  const seconds = window / 1000;
  if (seconds === 3600) return `${limit} calls an hour`;
  if (seconds === 60) return `${limit} calls a minute`;
  return seconds % 60 === 0 ? `${limit} calls in ${seconds / 60} minutes` : `${limit} calls in ${seconds} seconds`;
}

function renderContact(contact: string | undefined): Html {
  const { url, email } = contactOf(contact);
  if (url !== undefined) return html` (see <a href="${url}">${url}</a>)`;
  return email === undefined ? html`` : html` (write to <a href="mailto:${email}">${email}</a>)`;
}

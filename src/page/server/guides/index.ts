import type { RateLimit } from '../../../domain/rate-limit.js';
import type { Examples } from '../../../openapi/example.js';
import { type Html, html } from '../html.js';
import { linkTo } from '../link-to.js';
import { handleErrors } from './error-answers.js';
import { followLive } from './follow-live.js';
import { getToken } from './get-token.js';
import { renderGuide } from './guide.js';
import { stayWithinLimits } from './limits.js';

/** The entries of the contents for the guides. */
export const guideEntries: readonly [id: string, label: string][] = [
  ['guide-token', 'Get a token'],
  ['guide-errors', 'Handle errors'],
  ['guide-limits', 'Keep to the rate limits'],
  ['guide-follow', 'Follow live'],
];

/** Renders the guides, in the order in which newcomers need them. */
export function renderGuides(baseUrl: string, rate: RateLimit, examples: Examples): Html {
  const guides = [
    getToken(baseUrl),
    handleErrors(baseUrl, examples),
    stayWithinLimits(baseUrl, rate),
    followLive(baseUrl),
  ];
  return html`<section id="guides" aria-labelledby="guides-title">
<h2 id="guides-title">${linkTo('guides', 'Guides')}</h2>
${guides.map(renderGuide)}</section>`;
}

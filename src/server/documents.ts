import type { RateLimit } from '../domain/rate-limit.js';
import type { Route } from '../routes/define-route.js';
import { PREFIX } from '../routes/path.js';
import { examples } from '../spec/examples.js';
import { drawOpenApi } from '../spec/open-api.js';

/** What the service shows beside its resources: a description of itself, for programs and for people. */
export interface Document {
  /** With its charset. */
  type: string;
  body: string | Buffer;
  /** Fields beside those of every answer, or instead of them. */
  headers?: Record<string, string>;
}

/** The documents of the service by their path, each drawn for the address that the service is reached under. */
export type Documents = ReadonlyMap<string, (baseUrl: string) => Document>;

/** Draws the documents from the list of routes and what limits their calls. */
export function drawDocuments(routes: readonly Route[], rate: RateLimit): Documents {
  return new Map([[`${PREFIX}/openapi.json`, describeService(routes, rate)]]);
}

/** Stands for the address of the service in a text that is drawn once for all addresses: callers choose them by their Host. */
const ANY_BASE = 'http://base.invalid';

function describeService(routes: readonly Route[], { limit, window }: RateLimit): (baseUrl: string) => Document {
  let parts: string[] | undefined;
  return (baseUrl) => {
    const rateLimit = { limit, window: window / 1000 };
    parts ??= JSON.stringify(drawOpenApi(routes, { baseUrl: ANY_BASE, rateLimit, examples })).split(ANY_BASE);
    return { type: 'application/json; charset=utf-8', body: parts.join(baseUrl) };
  };
}

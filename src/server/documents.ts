import type { Route } from '../routes/define-route.js';

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

/** Draws the documents from the list of routes. */
export function drawDocuments(_routes: readonly Route[]): Documents {
  return new Map();
}

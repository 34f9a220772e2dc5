import { VERSION } from '../routes/envelope.js';
import type { groups } from '../routes/path.js';

export interface DescribedSettings {
  url: string;
  /** Calls per client address and path in one window. */
  rateLimit: number;
  /** Seconds. */
  rateWindow: number;
  /** The host's email address or URL. */
  contact: string | undefined;
}

export const info = {
  title: 'Web Services',
  version: VERSION,
  summary: 'Galactic time, characters, credit logs, events and datacards of a space game',
  description: `Every answer is an envelope around a payload: \`version\`, \`timestamp\` (Unix seconds), \`resource\`, \`request\` and
\`svcapi\`. The same answer comes as JSON or as XML, by the \`Accept\` header, by
\`.json\` or \`.xml\` behind the path (a name that ends so gets one more: \`a.json.json\`), or by \`format\`.

In XML the fields of the envelope and of \`attributes\` become attributes, \`value\` becomes the text, and an array repeats its element.

Errors come in the same envelope, with \`resource\` \`error\`. Programs go by the code in \`svcapi.error\`, which never changes.

Version 2.0 stays compatible. Without a new version, a release may add routes, optional parameters, fields and attributes of
answers, and error codes. It removes nothing and changes no meaning: ignore fields that you do not know.

- Paths are case-insensitive, and may end with a slash.
- \`HEAD\` is \`GET\` without the body; \`OPTIONS\` names the methods of a path in \`Allow\`.
- Rate limits count the calls of each client address to each pattern that \`x-rate-limit\` names: \`limit\` calls in \`window\` seconds.
  \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` and \`X-RateLimit-ResetTime\` are on every answer to them, as are
  \`RateLimit\` and \`RateLimit-Policy\` of the IETF draft.
- Every answer has an \`X-Request-Id\`, which is also in the log of the service. You can send your own, of up to 64 letters, digits and
  \`._:-\`.
- Answers to \`GET\` have an \`ETag\`. Send it as \`If-None-Match\`, and while the answer would be the same, it is a 304 without a body.`,
  license: { name: 'MIT', identifier: 'MIT' },
};

export const tagDescriptions: Record<(typeof groups)[number], string> = {
  Api: 'The service itself: its time, its routes, its permissions and its limits',
  Character: 'Characters, their credit logs and their permissions',
  Datacard: 'The datacards of factions, and where they are assigned',
  Entity: 'Anything that has a uid and a name',
  Event: 'Events in the life of characters',
};

export function contactOf(contact: string | undefined): { name: string; url?: string; email?: string } {
  const name = 'The host of this service';
  if (contact === undefined) return { name };
  return /^https?:/.test(contact) ? { name, url: contact } : { name, email: contact };
}

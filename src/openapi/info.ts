import type { groups } from '../routes/define-route.js';
import { VERSION } from '../routes/envelope.js';

/** What the document says of itself. */
export const info = {
  title: 'Web Services',
  version: VERSION,
  summary: 'Galactic time, characters, credit logs, events and datacards of a space game',
  description: `Every answer is an envelope around a payload: \`version\`, \`timestamp\` (Unix seconds), \`resource\`, \`request\` and
\`svcapi\`. The same answer comes as JSON or as XML, by the \`Accept\` header or by \`format\`.

In XML the root element is \`svcapi\`, the fields of the envelope are its attributes, and the payload is what is in it. What
stands in \`attributes\` in JSON becomes attributes of its element, \`value\` the text of its element, and an array repeats the
element. In the schemas of XML, \`x-node-type: text\` marks the text of an element that has attributes as well, as \`nodeType\`
does in OpenAPI 3.2.

Errors come in the same envelope, with \`resource\` \`error\`: go by the code in \`svcapi.error\`, which stays.

- Paths do not depend on case, and may end with a slash.
- \`HEAD\` is \`GET\` without the body; \`OPTIONS\` tells the methods of a path in \`Allow\`.
- Rate limits hold for each caller address and each pattern that \`x-rate-limit\` names: \`limit\` calls in \`window\` seconds.`,
  license: { name: 'MIT', identifier: 'MIT' },
};

/** What the groups of routes are about. */
export const tagDescriptions: Record<(typeof groups)[number], string> = {
  Api: 'The service itself: its time, its routes, its permissions and its limits',
  Character: 'Characters, and what belongs to them',
  Datacard: 'The datacards of factions, and where they are assigned',
  Event: 'What has happened to characters',
};

import { listPermissions, readIndex, readRateLimits } from './api.js';
import { readCharacter } from './character.js';
import { readCreditLog } from './credit-log.js';
import { readCredits } from './credits.js';
import { listDatacards, readDatacard } from './datacard.js';
import { assignDatacard, revokeDatacard } from './datacard-change.js';
import type { Route } from './define-route.js';
import { readEvent } from './event.js';
import { listEvents } from './event-list.js';
import { readGrants } from './grants.js';
import { checkHandle } from './handle.js';
import { helloAuth, helloWorld } from './hello.js';
import { readEntity } from './read-entity.js';
import { convertTime, readTime } from './time.js';

/** THE list: every route of the service, in the order of the index. */
export const routes = [
  readIndex,
  readTime,
  convertTime,
  listPermissions,
  readRateLimits,
  helloWorld,
  helloAuth,
  readCharacter,
  checkHandle,
  readCredits,
  readCreditLog,
  readGrants,
  readDatacard,
  assignDatacard,
  revokeDatacard,
  listDatacards,
  readEntity,
  listEvents,
  readEvent,
] as const satisfies readonly Route[];

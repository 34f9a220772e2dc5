import { listPermissions, readIndex, readRateLimits } from './api.js';
import { readCharacter } from './character/character.js';
import { readCreditLog } from './character/credit-log.js';
import { readCredits } from './character/credits.js';
import { readEvent } from './character/event.js';
import { listEvents } from './character/event-list.js';
import { readGrants } from './character/grants.js';
import { checkHandle } from './character/handle.js';
import { listDatacards, readDatacard } from './datacard/datacard.js';
import { assignDatacard, revokeDatacard } from './datacard/datacard-change.js';
import type { Route } from './define-route.js';
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

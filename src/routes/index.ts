import { listPermissions, permission, rateLimit, readIndex, readRateLimits } from './api.js';
import { indexRoute } from './build-index.js';
import { basicProfileShape, fullProfileShape, readCharacter } from './character/character.js';
import { readCreditLog, transaction } from './character/credit-log.js';
import { readCredits } from './character/credits.js';
import { listEvents, listedEvent, readEvent } from './character/events.js';
import { grant, readGrants } from './character/grants.js';
import { checkHandle } from './character/handle.js';
import { listDatacards, readDatacard } from './datacard/datacard.js';
import { assignDatacard, assignmentShape, revocationShape, revokeDatacard } from './datacard/datacard-change.js';
import type { Route } from './define-route.js';
import { helloAuth, helloWorld } from './hello.js';
import { datacardRef, moment, nothing, ref, use } from './payload.js';
import { readEntity } from './read-entity.js';
import { convertTime, readTime } from './time.js';

/** In the order of the index. */
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

/** Shapes by their names in the description of the service. */
export const namedShapes = {
  Ref: ref,
  Nothing: nothing,
  Moment: moment,
  Permission: permission,
  RateLimit: rateLimit,
  IndexRoute: indexRoute,
  FullProfile: fullProfileShape,
  BasicProfile: basicProfileShape,
  Transaction: transaction,
  Grant: grant,
  ListedEvent: listedEvent,
  DatacardRef: datacardRef,
  Use: use,
  Assignment: assignmentShape,
  Revocation: revocationShape,
};

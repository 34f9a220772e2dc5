import { permission, rateLimit } from './api.js';
import { indexRoute } from './build-index.js';
import { basicProfileShape, fullProfileShape } from './character/character.js';
import { transaction } from './character/credit-log.js';
import { listedEvent } from './character/event-list.js';
import { grant } from './character/grants.js';
import { assignmentShape, revocationShape } from './datacard/datacard-change.js';
import { datacardRef, moment, nothing, ref, use } from './payload.js';

/** The shapes that answers are made of, by the names that a description of the service gives them. */
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

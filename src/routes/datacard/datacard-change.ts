import { z } from 'zod';
import { type Amount, UNLIMITED, unassignedUses, usesAfterAssigning } from '../../domain/datacard.js';
import { Failure, invalidParameter } from '../../domain/failure.js';
import type { DatacardChange, Principal, Store } from '../../store/store.js';
import { defineRoute } from '../define-route.js';
import { withIdempotencyKey } from '../idempotency.js';
import { productionEntityUid, wholeNumber } from '../parameters.js';
import { datacardRef, field, list, toList, use, uses } from '../payload.js';
import { datacardPath, requireRight, toDatacardRef, toUse } from './datacard.js';

export const assignmentShape = z.strictObject({
  assigneddatacard: field(datacardRef, 'The datacard'),
  originaluse: field(use, 'The production entity and its uses before the change'),
  succeeded: field(z.literal(true), 'Always true: a change that fails is an error'),
  newquantity: field(uses, `Uses at the production entity after the change; ${UNLIMITED} is unlimited`, 5),
});

export const revocationShape = z.strictObject({
  revokeddatacard: field(datacardRef, 'The datacard'),
  revokeduse: field(use, 'The production entity and its uses before the change'),
  succeeded: field(z.literal(true), 'Always true: a change that fails is an error'),
});

/** `uses` and `unlimited` exclude each other. Reference, section 4.8. */
export const assignDatacard = defineRoute(datacardPath, {
  method: 'POST',
  resource: 'datacard_assign',
  title: 'Assign a datacard',
  description: 'Assigns uses of a datacard to a production entity',
  access: 'faction_datacards_write',
  takesIdempotencyKey: true,
  fails: ['not_found', 'not_enough_uses'],
  body: z.object({
    production_entity_uid: productionEntityUid('UID of the production entity to assign the datacard to'),
    uses: wholeNumber('Number of uses to assign; omit it with unlimited', { min: 1, example: 3 }).optional(),
    unlimited: wholeNumber('1 assigns unlimited uses; omit it with uses', { min: 1, max: 1 }).optional(),
  }),
  alternatives: ['uses', 'unlimited'],
  response: z.strictObject({
    assignments: list('The change', 'assignment', assignmentShape, 'The assignment that was made'),
  }),
  handle(call) {
    const { params, body, links } = call;
    const amount = toAmount(body);
    return withIdempotencyKey(call, ['assign', params, body], mayManage(call), async (store) => {
      const { datacard, location, uses } = await lock(store, call, body.production_entity_uid);
      const before = uses.ofLocation ?? 0;
      const after = usesAfterAssigning(unassignedUses(datacard.total_uses, uses.assigned), before, amount);
      await store.datacards.assign(datacard.uid, location.uid, after);
      await record(store, call, {
        action: 'assign',
        location_uid: location.uid,
        uses_before: before,
        uses_after: after,
      });
      const assignment = {
        assigneddatacard: toDatacardRef(links, datacard),
        originaluse: toUse(links, location, location.owner, before),
        succeeded: true as const,
        newquantity: after,
      };
      return { assignments: toList('assignment', [assignment]) };
    });
  },
});

/** The entity is in the query. Reference, section 4.8. */
export const revokeDatacard = defineRoute(datacardPath, {
  method: 'DELETE',
  resource: 'datacard_revoke',
  title: 'Revoke a datacard',
  description: 'Takes a datacard back from a production entity: all uses there are unassigned again',
  access: 'faction_datacards_write',
  takesIdempotencyKey: true,
  fails: ['not_found'],
  query: z.object({
    production_entity_uid: productionEntityUid('UID of the production entity to revoke the datacard from'),
  }),
  acceptsQueryInBody: true,
  response: z.strictObject({
    revocations: list('The change', 'revocation', revocationShape, 'The revocation that was made'),
  }),
  handle(call) {
    const { params, query, links } = call;
    const locationUid = query.production_entity_uid;
    return withIdempotencyKey(call, ['revoke', params, locationUid], mayManage(call), async (store) => {
      const { datacard, location, uses } = await lock(store, call, locationUid);
      const before = uses.ofLocation;
      if (before === undefined) throw new Failure('not_found', `${location.uid} has no uses of this datacard.`);
      await store.datacards.revoke(datacard.uid, location.uid);
      await record(store, call, { action: 'revoke', location_uid: location.uid, uses_before: before, uses_after: 0 });
      const revocation = {
        revokeddatacard: toDatacardRef(links, datacard),
        revokeduse: toUse(links, location, location.owner, before),
        succeeded: true as const,
      };
      return { revocations: toList('revocation', [revocation]) };
    });
  },
});

function toAmount({ uses, unlimited }: { uses?: number | undefined; unlimited?: number | undefined }): Amount {
  if (uses !== undefined && unlimited !== undefined) {
    throw invalidParameter('unlimited', 'unlimited: Give either uses or unlimited=1, not both.');
  }
  if (uses !== undefined) return { uses };
  if (unlimited !== undefined) return { unlimited: true };
  throw invalidParameter('uses', 'uses: Give the number of uses to assign, a whole number from 1, or unlimited=1.');
}

interface Change {
  params: { uid: string };
  principal: Principal;
  now: number;
  requestId: string;
}

function mayManage({ principal, params }: Change) {
  return async (store: Store) =>
    requireRight(await store.datacards.lock(params.uid, principal.character_uid), 'can_manage_datacards');
}

/** Locks the datacard before it reads the rest, as every change does, so that two changes never deadlock. */
async function lock(store: Store, call: Change, locationUid: string) {
  const datacard = await mayManage(call)(store);
  const uses = await store.datacards.lockUses(datacard.uid, locationUid);
  if (!uses) throw new Failure('not_found', `There is no production entity ${locationUid}.`);
  return { datacard, location: uses.location, uses };
}

function record(
  store: Store,
  { params, principal: { client_id, character_uid }, now, requestId }: Change,
  change: Pick<DatacardChange, 'action' | 'location_uid' | 'uses_before' | 'uses_after'>,
) {
  const by = { time: now, client_id, character_uid, request_id: requestId };
  return store.datacards.recordChange({ ...by, datacard_uid: params.uid, ...change });
}

import { z } from 'zod';
import { UNLIMITED, unassignedUses } from '../../domain/datacard.js';
import { Failure } from '../../domain/failure.js';
import type { Datacard, DatacardWithRights, Named } from '../../store/store.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import type { Links } from '../links.js';
import { uid, uidOrName } from '../parameters.js';
import {
  type DatacardRef,
  datacardRef,
  exampleRefs,
  field,
  list,
  object,
  ref,
  toList,
  type Use,
  uidText,
  use,
  uses,
} from '../payload.js';

export const datacardPath = definePath('/datacard/{uid}', {
  description: 'A faction datacard and where it is assigned',
  params: z.object({ uid: uid('datacard', 'The uid of the datacard') }),
  rateLimited: true,
});

export const readDatacard = defineRoute(datacardPath, {
  method: 'GET',
  title: 'Get a datacard',
  description: 'Shows a datacard, how many uses are left, and where it is assigned',
  access: 'faction_datacards_read',
  fails: ['not_found'],
  response: z.strictObject({
    datacard: object('The datacard', {
      uid: uidText('datacard', 'The uid of the datacard'),
      entity: field(ref, 'The type of what the datacard lets one produce', exampleRefs.item),
      owner: field(ref, 'The faction that owns the datacard', exampleRefs.faction),
      uses: field(uses, `Uses that are left to assign; ${UNLIMITED} is unlimited`, 60),
      assignedlocations: list(
        'Where the datacard is assigned',
        'assignedlocation',
        use,
        'The production entities with their uses',
      ),
    }),
  }),
  async handle({ params, principal, store, links }) {
    const found = await store.datacards.find(params.uid, principal.character_uid);
    const { uid, entity, owner, total_uses } = requireRight(found, 'can_view_datacards');
    const assignments = await store.datacards.assignments(uid);
    const assigned = assignments.reduce((sum, { uses }) => sum + uses, 0);
    const locations = assignments.map(({ location, locationOwner, uses }) =>
      toUse(links, location, locationOwner, uses),
    );
    return {
      datacard: {
        uid,
        entity: links.ref(entity),
        owner: links.ref(owner),
        uses: unassignedUses(total_uses, assigned),
        assignedlocations: toList('assignedlocation', locations),
      },
    };
  },
});

const datacardsPath = definePath('/datacards/{uid}', {
  description: 'The datacards of a faction',
  params: z.object({ uid: uidOrName('faction', 'The uid or the name of the faction') }),
});

export const listDatacards = defineRoute(datacardsPath, {
  method: 'GET',
  title: 'List the datacards of a faction',
  description: 'Lists the datacards of a faction, and the entity type that each one produces',
  access: 'public',
  kept: true,
  fails: ['not_found'],
  response: z.strictObject({
    datacards: list('The datacards of the faction', 'datacard', datacardRef, 'The datacards'),
  }),
  async handle({ params, store, links, turn }) {
    const faction = await store.entities.findFaction(params.uid);
    if (!faction) throw new Failure('not_found', 'There is no such faction. Give its uid or its full name.');
    // A faction may have thousands: one list at a time is read and written, since parts of many would fill the memory.
    await turn();
    const datacards = await store.datacards.ofFaction(faction.uid);
    const refs = datacards.map((datacard) => toDatacardRef(links, datacard));
    return { datacards: toList('datacard', refs) };
  },
});

/** @throws {Failure} `not_found` without the right: invisible entities answer like nonexistent ones */
export function requireRight(
  found: DatacardWithRights | undefined,
  right: keyof DatacardWithRights['rights'],
): Datacard {
  if (!found?.rights[right]) throw new Failure('not_found');
  return found;
}

export function toDatacardRef(links: Links, datacard: Datacard): DatacardRef {
  return {
    attributes: { uid: datacard.uid, href: links.entity(datacard.uid) },
    entity: links.ref(datacard.entity),
  };
}

export function toUse(links: Links, location: Named, owner: Named | undefined, quantity: number): Use {
  return { location: links.ref(location), locationowner: owner ? links.ref(owner) : {}, quantity };
}

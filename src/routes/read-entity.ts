import { z } from 'zod';
import { Failure } from '../domain/failure.js';
import { isUid, typeOfUid } from '../domain/uid.js';
import type { Owned, Store } from '../store/store.js';
import { definePath } from './define-path.js';
import { defineRoute } from './define-route.js';
import { anyUid } from './parameters.js';
import { entityType, exampleRefs, field, nameText, nothing, object, ref, uidText } from './payload.js';

const entityPath = definePath('/entity/{uid}', {
  description: 'The public data of anything that has a uid and a name',
  params: z.object({ uid: anyUid('The uid of the entity') }),
  rateLimited: true,
});

export const readEntity = defineRoute(entityPath, {
  method: 'GET',
  title: 'Get an entity by its uid',
  description: 'Shows the name, the type and the owner of an entity of any type, such as a faction, a ship or a race',
  access: 'public',
  fails: ['not_found'],
  response: z.strictObject({
    entity: object('The entity', {
      uid: field(uidText(), 'The uid of the entity', exampleRefs.faction.attributes.uid),
      name: field(nameText, 'The name; that of a datacard is the name of what it produces', exampleRefs.faction.value),
      type: entityType(exampleRefs.faction.attributes.type),
      owner: field(z.union([ref, nothing]), 'The owner; empty if it has none'),
    }),
  }),
  async handle({ params, store, links }) {
    const entity = await findEntity(store, params.uid);
    const type = typeOfUid(params.uid);
    if (!entity || type === undefined) {
      throw new Failure(
        'not_found',
        'There is no such entity. Give the uid of something that has a name, not of an event.',
      );
    }
    const { uid, name, owner } = entity;
    return { entity: { uid, name, type, owner: owner ? links.ref(owner) : {} } };
  },
});

/** Names a datacard after what it produces. */
async function findEntity(store: Store, uid: string): Promise<Owned | undefined> {
  if (!isUid(uid, 'datacard')) return store.entities.find(uid);
  const datacard = await store.datacards.find(uid);
  return datacard && { uid, name: datacard.entity.name, owner: datacard.owner };
}

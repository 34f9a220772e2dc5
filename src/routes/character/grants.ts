import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { permissionNames } from '../../domain/permission.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { characterRef } from '../parameters.js';
import { count, field, list, object, toList, unixSeconds } from '../payload.js';

const grantsPath = definePath('/character/{uid}/permissions', {
  description: 'The permissions that a character has granted to the calling client',
  params: z.object({ uid: characterRef }),
  rateLimited: true,
});

export const grant = z.strictObject({
  attributes: object('The life of the grant', {
    expires: field(unixSeconds, 'The time when the grant expires, in Unix seconds'),
  }),
  scopes: object('What the grant allows', {
    attributes: count,
    scope: field(z.array(z.enum(permissionNames)), 'The permissions by name', ['character_read']),
  }),
});

export const readGrants = defineRoute(grantsPath, {
  method: 'GET',
  title: 'List granted permissions',
  description: 'Lists the permissions that the character has granted to the calling client, and when they expire',
  access: 'token',
  fails: ['not_found'],
  response: z.strictObject({
    permissions: list(
      'The grants of the character to the calling client',
      'permission',
      grant,
      'The grants; that of the presented token comes first, with the permissions that this token has of it',
    ),
  }),
  async handle({ params, principal, store, now }) {
    const character = await store.characters.find(params.uid);
    if (!character) throw new Failure('not_found');
    const isPresented = ({ id }: { id: string }) => id === principal.grant_id;
    // Older clients take the first grant for that of their token.
    const grants = (await store.characters.grants(character.uid, principal.client_id, now)).toSorted(
      (one, other) => Number(isPresented(other)) - Number(isPresented(one)),
    );
    const shown = grants.map((grant) => {
      const { permissions } = isPresented(grant) ? principal : grant;
      return { attributes: { expires: grant.expires_at }, scopes: toList('scope', permissions) };
    });
    return { permissions: toList('permission', shown) };
  },
});

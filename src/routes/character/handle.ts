import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { isUid } from '../../domain/uid.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { handle } from '../parameters.js';
import { field, nameText, object, uidText } from '../payload.js';

const handlePath = definePath('/character/handlecheck/{handle}', {
  description: 'The uid of the character that has a name',
  params: z.object({ handle }),
  rateLimited: true,
});

/** A name without a character is a 404, as is a uid, which is not a name. */
export const checkHandle = defineRoute(handlePath, {
  method: 'GET',
  title: 'Find a character by name',
  description: 'Finds the uid of a character by its name, without regard to case; a name that is not taken is a 404',
  access: 'public',
  fails: ['not_found'],
  response: z.strictObject({
    character: object('The character that has the name', {
      uid: uidText('character', 'The uid of the character'),
      handle: field(nameText, 'The name of the character, as it is written', 'Hana Veil'),
    }),
  }),
  async handle({ params, store }) {
    const found = isUid(params.handle) ? undefined : await store.characters.find(params.handle);
    if (!found) throw new Failure('not_found', 'No character has this name. Give its full name.');
    return { character: { uid: found.uid, handle: found.name } };
  },
});

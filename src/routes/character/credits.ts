import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { characterRef } from '../parameters.js';
import { field } from '../payload.js';

export const creditsPath = definePath('/character/{uid}/credits', {
  description: 'The credits of a character',
  params: z.object({ uid: characterRef }),
  rateLimited: true,
});

/** Visible only to the character itself, like the credit log. */
export const readCredits = defineRoute(creditsPath, {
  method: 'GET',
  title: 'Get the credits of a character',
  description: 'Shows the credits of the character',
  access: 'character_credits',
  fails: ['not_found'],
  response: z.strictObject({ credits: field(z.int(), 'The balance in credits, negative for debts', 125_000) }),
  async handle({ params, principal, store }) {
    const character = await store.characters.profile(params.uid);
    if (character?.uid !== principal.character_uid) throw new Failure('not_found');
    return { credits: character.credits };
  },
});

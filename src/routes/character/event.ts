import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { defineRoute } from '../define-route.js';
import { uid } from '../parameters.js';
import { definePath } from '../path.js';
import { field, moment, object, ref, text, toMoment, uidText } from '../payload.js';

const eventPath = definePath({
  group: 'Event',
  name: 'event',
  path: '/event/{uid}',
  description: 'An event of a character',
  params: z.object({ uid: uid('event', 'The uid of the event') }),
  rateLimited: true,
});

export const readEvent = defineRoute(eventPath, {
  method: 'GET',
  resource: 'events_id',
  title: 'Get an event',
  description: 'Shows an event to the character that received it',
  access: 'character_events',
  fails: ['not_found'],
  response: z.strictObject({
    event: object('The event', {
      uid: uidText('event', 'The uid of the event'),
      receiver: field(ref, 'The character that received the event'),
      time: field(moment, 'The time of the event'),
      text: field(text, 'The text of the event', 'You have gained 120 experience points.'),
    }),
  }),
  async handle({ params, principal, store, links }) {
    const event = await store.events.find(params.uid);
    if (event?.receiver.uid !== principal.character_uid) throw new Failure('not_found');
    return {
      event: { uid: event.uid, receiver: links.ref(event.receiver), time: toMoment(event.time), text: event.text },
    };
  },
});

import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { EPOCH, formatCgt, MAX_TIMESTAMP } from '../../domain/galactic-time.js';
import { DEFAULT_ITEMS, isOfType, MAX_ITEMS } from '../../domain/list-page.js';
import { isUid, numberOf } from '../../domain/uid.js';
import type { ListedEvent } from '../../store/store.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { defineStream, type StreamCall } from '../define-stream.js';
import type { Links } from '../links.js';
import { eventMode, eventType, uid, wholeNumber } from '../parameters.js';
import { field, href, moment, nameText, object, ref, size, text, toMoment, uidText, unixSeconds } from '../payload.js';

export const eventsPath = definePath('/events/{mode}[/{type}]', {
  description: 'The events of a character, all of them or those of a type',
  params: z.object({ mode: eventMode, type: eventType.optional() }),
  rateLimited: true,
});

export const listedEvent = z.strictObject({
  attributes: object('The identity of the event', {
    uid: uidText('event', 'The uid of the event'),
    type: field(nameText.optional(), 'The type of the event, if it has one', 'XP'),
    href: href('the event', '/event/39:1'),
  }),
  time: field(moment, 'The time of the event'),
  text: field(text, 'The text of the event', 'You have gained 120 experience points.'),
});

const eventStream = defineStream({
  kind: 'event',
  message: listedEvent,
  shape: 'ListedEvent',
  id: 'the uid of the event',
  numberOf: (id) => (isUid(id, 'event') ? numberOf(id) : undefined),
  follow: ({ params, principal }: StreamCall<{ type?: string | undefined }>) => ({
    characterUid: principal.character_uid,
    message: (event, links) =>
      isOfType(event, params.type) ? { id: event.uid, data: toListed(event, links) } : undefined,
  }),
});

function toListed({ uid, type, time, text }: ListedEvent, links: Links): z.infer<typeof listedEvent> {
  return {
    attributes: { uid, type: type ?? undefined, href: links.entity(uid) },
    time: toMoment(time),
    text,
  };
}

export const listEvents = defineRoute(eventsPath, {
  method: 'GET',
  title: 'List events',
  description:
    'Lists the events of the token’s character, newest first. For the next page of the list, add the count of this page to start_index',
  access: 'character_events',
  kept: true,
  stream: eventStream,
  query: z.object({
    start_index: wholeNumber('First item to retrieve, counted from 0', { min: 0 }).default(0),
    item_count: wholeNumber(`Number of items to retrieve, at most ${MAX_ITEMS}`, {
      min: 1,
      max: MAX_ITEMS,
      example: 2,
    }).default(DEFAULT_ITEMS),
    start_time: wholeNumber('Unix seconds: only events from this time on', { min: 0, max: MAX_TIMESTAMP })
      .transform((time) => Math.max(time, EPOCH))
      .default(EPOCH),
  }),
  response: z.strictObject({
    events: object('A page of the events of a character', {
      attributes: object('The place of this page in the list', {
        start: field(size, 'The position of the first item in the list, counted from 0', 0),
        uid: uidText('character', 'The uid of the character that received the events'),
        starttimeswc: field(z.string(), 'The time from which on events are listed, as galactic time', formatCgt(EPOCH)),
        starttimeunix: field(unixSeconds, 'The time from which on events are listed, in Unix seconds', EPOCH),
        count: field(size, 'Events in this answer', 50),
        total: field(size, 'Events in the whole list', 250),
      }),
      event: field(z.array(listedEvent), 'The events, newest first'),
    }),
  }),
  async handle({ params, query, principal, store, links, shownSince }) {
    const { start_index, item_count, start_time } = query;
    const { total, events } = await store.events.page(principal.character_uid, {
      since: Math.max(start_time, shownSince.events),
      type: params.type,
      startIndex: start_index,
      itemCount: item_count,
    });
    return {
      events: {
        attributes: {
          start: start_index,
          uid: principal.character_uid,
          starttimeswc: formatCgt(start_time),
          starttimeunix: start_time,
          count: events.length,
          total,
        },
        event: events.map((event) => toListed(event, links)),
      },
    };
  },
});

const eventPath = definePath('/event/{uid}', {
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
  async handle({ params, principal, store, links, shownSince }) {
    const event = await store.events.find(params.uid);
    if (event?.receiver.uid !== principal.character_uid || event.time < shownSince.events)
      throw new Failure('not_found');
    return {
      event: { uid: event.uid, receiver: links.ref(event.receiver), time: toMoment(event.time), text: event.text },
    };
  },
});

import type { z } from 'zod';
import type { ArrivalKind } from '../model/event.js';
import type { ListedEvent, Principal, Store, Transaction } from '../store/store.js';
import type { Links } from './links.js';

/** The items that the messages of a stream are made of. */
interface Items extends Record<ArrivalKind, object> {
  event: ListedEvent;
  transaction: Transaction;
}

/** A message of a stream: its id, and the JSON of its data. */
export interface StreamMessage {
  id: string;
  data: object;
}

/** The new items that a client follows: those of a character, as far as they become messages. */
export interface Followed<Item = never> {
  characterUid: string;
  /** Returns the message for an item, or undefined if the client has not asked for it. */
  message(item: Item, links: Links): StreamMessage | undefined;
}

/** A call that opens a stream, once it is authorized. */
export interface StreamCall<Params> {
  params: Params;
  principal: Principal;
  store: Store;
}

/** A list of which new items are sent as server-sent events to clients that accept `text/event-stream`. */
export interface RouteStream<Params = never> {
  kind: ArrivalKind;
  /** The schema of the data of a message, which is an item of the list. */
  message: z.ZodType;
  /** The name of that schema (`namedShapes`). */
  shape: string;
  /** The id of a message, for people. */
  id: string;
  /** Returns the number of the item whose message has this id, or undefined if no message can have it. */
  numberOf(id: string): number | undefined;
  /** @throws {Failure} as the handler of the route does */
  follow(call: StreamCall<Params>): Followed | Promise<Followed>;
}

/** Declares the stream of a route. */
export function defineStream<Kind extends ArrivalKind, Params>(
  stream: Omit<RouteStream<Params>, 'kind' | 'follow'> & {
    kind: Kind;
    follow(call: StreamCall<Params>): Followed<Items[Kind]> | Promise<Followed<Items[Kind]>>;
  },
): RouteStream<Params> {
  return stream as RouteStream<Params>;
}

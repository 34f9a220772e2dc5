import type { Metadata } from './errors.js';
import type { CallOptions } from './request.js';
import type { RouteTypes } from './route-types.js';

/** A method and a path, such as `GET /datacard/{uid}`. */
export type RouteName = keyof RouteTypes;

export type PayloadOf<R extends RouteName> = RouteTypes[R]['payload'];

/** Can be left out if all its fields can. */
type Part<Name extends string, Fields> =
  Record<never, never> extends Fields ? { [N in Name]?: Fields | undefined } : { [N in Name]: Fields };

export type ParametersOf<R extends RouteName> = Part<'params', RouteTypes[R]['params']> &
  Part<'query', RouteTypes[R]['query']> &
  Part<'body', RouteTypes[R]['body']>;

export type CallOf<R extends RouteName> = ParametersOf<R> &
  CallOptions &
  (R extends `GET ${string}`
    ? unknown
    : {
        /** Makes the change safe to repeat within a day, also by another process. Without it, only the client's own retries are safe. */
        idempotencyKey?: string | undefined;
      });

/** No argument is needed if the route needs no parameter. */
export type CallArguments<R extends RouteName> =
  Record<never, never> extends ParametersOf<R> ? [call?: CallOf<R>] : [call: CallOf<R>];

/** A whole answer. Reference, section 2.1. */
export interface EnvelopeOf<Payload> {
  version: string;
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  request: string;
  svcapi: Payload;
}

export interface Answer<Payload> extends Metadata {
  /** The member `svcapi` of the envelope. */
  data: Payload;
  envelope: EnvelopeOf<Payload>;
}

export type Transaction = PayloadOf<'GET /character/{uid}/creditlog'>['transactions']['transaction'][number];

export type ListedEvent = PayloadOf<'GET /events/{mode}[/{type}]'>['events']['event'][number];

export { Client, type ClientOptions } from './client.js';
export { ServiceError, Unreachable, WrongAnswer } from './errors.js';
export type { CallOptions, RawRequest } from './request.js';
export type { TransportAnswer } from './transport.js';
export type * from './types.js';

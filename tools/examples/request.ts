import type { Operation } from '../../src/openapi/operation.js';
import { exampleCall } from '../../src/openapi/operation.js';
import type { JsonObject } from '../../src/openapi/schemas.js';
import type { ExampleRequest } from './send.js';

/** Returns a call of an operation with the examples of its parameters. */
export function requestOf(operation: Operation): ExampleRequest & { body?: JsonObject } {
  return {
    ...exampleCall(operation),
    headers: operation.route.takesIdempotencyKey ? { 'Idempotency-Key': operation.id } : {},
  };
}

import type { JsonObject } from '../../src/openapi/json.js';
import type { Operation } from '../../src/openapi/operations.js';
import { exampleCall } from '../../src/openapi/operations.js';
import type { ExampleRequest } from './send.js';

/** Returns a call of an operation with the examples of its parameters. */
export function requestOf(operation: Operation): ExampleRequest & { body?: JsonObject } {
  return {
    ...exampleCall(operation),
    headers: operation.route.takesIdempotencyKey ? { 'Idempotency-Key': operation.id } : {},
  };
}

import { Client } from 'svcapi-client';

/** Calls that the compiler has to refuse: an error that does not come is one. */
const client = new Client({ baseUrl: 'http://127.0.0.1:8080' });

// @ts-expect-error: the parameter of the path is missing
export const noParams = () => client.call('GET /event/{uid}', {});

// @ts-expect-error: the service has no such route
export const unknownRoute = () => client.call('GET /nothing');

// @ts-expect-error: the body is missing
export const noBody = () => client.call('POST /datacard/{uid}', { params: { uid: '14:1' } });

export const noUses = () =>
  // @ts-expect-error: either uses or unlimited is needed
  client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body: { production_entity_uid: '4:1' } });

export const unknownQuery = () =>
  // @ts-expect-error: the route has no such parameter
  client.call('GET /character/{uid}/creditlog', { params: { uid: '1:1' }, query: { page: 2 } });

// @ts-expect-error: a GET has no idempotency key
export const keyOfGet = () => client.call('GET /api/time', { idempotencyKey: 'once' });

export const textInAnswer = async () => {
  const { data } = await client.call('GET /character/{uid}/credits', { params: { uid: '1:1' } });
  // @ts-expect-error: credits are a number
  const credits: string = data.credits;
  return credits;
};

// @ts-expect-error: a timeout is a number
export const textAsTimeout = new Client({ baseUrl: 'http://127.0.0.1:8080', timeout: '1s' });

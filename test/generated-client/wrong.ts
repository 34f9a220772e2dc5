import createClient from 'openapi-fetch';
import type { paths } from '#api';

/** Calls that are each wrong in one thing: an error of the compiler that does not come is one. */
const client = createClient<paths, 'application/json'>({ baseUrl: 'https://galaxy.example.org/ws/v2.0' });

const time = await client.GET('/api/time');
// @ts-expect-error: a field that is not there
export const field = time.data?.svcapi.centuries;
// @ts-expect-error: a field of another type
export const text: string | undefined = time.data?.svcapi.years;
// @ts-expect-error: a path that is not there
export const path = client.GET('/api/clock');
// @ts-expect-error: a method that is not there
export const method = client.DELETE('/api/time');
// @ts-expect-error: a parameter of another name
export const parameter = client.GET('/event/{uid}', { params: { path: { id: '39:1' } } });
// @ts-expect-error: a format that is not there
export const format = client.GET('/api/time', { params: { query: { format: 'yaml' } } });
const params = { path: { uid: '14:1' } };
// @ts-expect-error: a body without its entity
export const body = client.POST('/datacard/{uid}', { params, body: { uses: 3 } });
// @ts-expect-error: an assignment without an amount
export const assignment = client.POST('/datacard/{uid}', { params, body: { production_entity_uid: '4:1' } });
// @ts-expect-error: a revocation without an entity
export const revocation = client.DELETE('/datacard/{uid}', { params });
const missing = await client.GET('/event/{uid}', { params: { path: { uid: '39:999' } } });
// @ts-expect-error: a code that is not there
export const code = missing.error?.svcapi.error === 'no_such_code';

import createClient from 'openapi-fetch';
import type { paths } from '#api';

/** Calls that are each wrong in one thing, which the compiler has to find. */
const client = createClient<paths, 'application/json'>({ baseUrl: 'https://galaxy.example.org/ws/v2.0' });

const time = await client.GET('/api/time');
export const fieldThatIsNotThere = time.data?.svcapi.centuries;
export const fieldOfAnotherType: string | undefined = time.data?.svcapi.years;
export const pathThatIsNotThere = client.GET('/api/clock');
export const methodThatIsNotThere = client.DELETE('/api/time');
export const parameterOfAnotherName = client.GET('/event/{uid}', { params: { path: { id: '39:1' } } });
export const formatThatIsNotThere = client.GET('/api/time', { params: { query: { format: 'yaml' } } });
export const bodyWithoutItsField = client.POST('/datacard/{uid}', {
  params: { path: { uid: '14:1' } },
  body: { uses: 3 },
});
export const assignmentWithoutAnAmount = client.POST('/datacard/{uid}', {
  params: { path: { uid: '14:1' } },
  body: { production_entity_uid: '4:1' },
});
export const revocationWithoutAnEntity = client.DELETE('/datacard/{uid}', { params: { path: { uid: '14:1' } } });
const missing = await client.GET('/event/{uid}', { params: { path: { uid: '39:999' } } });
export const codeThatIsNotThere = missing.error?.svcapi.error === 'no_such_code';

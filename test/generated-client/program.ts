import createClient from 'openapi-fetch';
import type { paths } from '#api';

/** A program that a client developer writes from docs/openapi.json alone: `node program.js ADDRESS TOKEN`. */
const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

const converted = await client.POST('/api/time', { body: { cgt: 'Year 12 Day 3' } });
const seconds: number | undefined = converted.data?.svcapi.timestamp;

const log = await client.GET('/character/{uid}/creditlog', {
  params: { path: { uid: '1:1' }, query: { item_count: 2 } },
});
const amounts: number[] | undefined = log.data?.svcapi.transactions.transaction.map(({ amount }) => amount);

const assigned = await client.POST('/datacard/{uid}', {
  params: { path: { uid: '14:1' }, header: { 'Idempotency-Key': 'a program' } },
  body: { production_entity_uid: '4:1', uses: 3 },
});
const left: number | undefined = assigned.data?.svcapi.assignments.assignment[0]?.newquantity;

const missing = await client.GET('/event/{uid}', { params: { path: { uid: '39:999' } } });
const code = missing.error?.svcapi.error;

process.stdout.write(JSON.stringify({ seconds, amounts, left, code }));

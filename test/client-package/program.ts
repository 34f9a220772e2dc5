import { Client, type ListedEvent, ServiceError, type Transaction } from 'svcapi-client';

/** A program that uses the installed package: `node program.js URL TOKEN`. The project can have only the types of a browser. */
const { process, console } = globalThis as unknown as {
  process: { argv: string[] };
  console: { log(text: string): void };
};
const [, , baseUrl = '', token = ''] = process.argv;
const client = new Client({ baseUrl, token, retries: 0 });

const { data, status, headers, requestId, rateLimit } = await client.call('POST /api/time', {
  body: { cgt: 'Year 12 Day 3' },
});
const seconds: number = data.timestamp;
const metadata: (number | string | undefined)[] = [status, headers['content-type'], requestId, rateLimit?.remaining];

const { data: own } = await client.call('GET /character[/{uid}]');
const race: string | undefined = 'race' in own.character ? own.character.race.value : undefined;

const amounts: number[] = [];
for await (const transaction of client.creditLog('1:1', { after: 2498 })) amounts.push(amountOf(transaction));

const events: string[] = [];
for await (const event of client.events({ type: 'XP' })) events.push(uidOf(event));

const assigned = await client.call('POST /datacard/{uid}', {
  params: { uid: '14:1' },
  body: { production_entity_uid: '4:1', uses: 3 },
  idempotencyKey: 'a program',
  timeout: 5000,
  headers: { 'X-Request-Id': 'mine' },
});
const left: number | undefined = assigned.data.assignments.assignment[0]?.newquantity;

const code = await client.call('GET /event/{uid}', { params: { uid: '39:999' } }).then(
  () => 'none',
  (error: unknown) => (error instanceof ServiceError ? error.code : 'other'),
);

console.log(JSON.stringify({ seconds, metadata, race, amounts, events: events.length, left, code }));

function amountOf({ amount }: Transaction): number {
  return amount;
}

function uidOf({ attributes }: ListedEvent): string {
  return attributes.uid;
}

import type { Client } from 'svcapi-client';

/** What has happened to a treasury since the last report. */
export interface Report {
  name: string;
  credits: number;
  received: number;
  paid: number;
  /** The id of the newest transaction, from which the next report goes on. */
  last: number;
}

/** Reports on the character of the client's token. */
export async function report(client: Client, after = 0): Promise<Report> {
  const { character } = (await client.call('GET /character[/{uid}]')).data;
  const { uid, name } = character;
  const { credits } = (await client.call('GET /character/{uid}/credits', { params: { uid } })).data;
  const found: Report = { name, credits, received: 0, paid: 0, last: after };
  for await (const { attributes, amount, receiver } of client.creditLog(uid, { after })) {
    if (receiver.attributes.uid === uid) found.received += amount;
    else found.paid += amount;
    found.last = attributes.transaction_id;
  }
  return found;
}

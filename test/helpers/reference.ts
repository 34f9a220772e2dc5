import type { Permission } from '../../src/domain/permission.js';

/**
 * A row of the table in section 4 of the reference, or of docs/wire.md from 16 on, with a call of it that succeeds for
 * Hana in the small galaxy.
 */
export interface Row {
  /** The number in the reference, which ends with 15. */
  number: number;
  method: 'GET' | 'POST' | 'DELETE';
  /** The pattern that calls count against, or the path where nothing is counted. */
  path: string;
  authentication: boolean;
  rateLimited: boolean;
  permission: Permission | null;
  resource: string;
  /** The path of the call, with its query. */
  sample: string;
  body?: Record<string, string>;
}

/**
 * The table, written out again: nothing here is taken from the declarations of the routes, so that the two can be held
 * against each other. Its columns are those of `Row`, and at the end the sample where it is not the path.
 */
const TABLE = `
  1 GET /api/time - - - time
  2 POST /api/time - - - time_result
  3 GET / - - - index
  4 GET /api/permissions - - - permissions
  5 GET /api/ratelimits - - - ratelimits
  6 GET /event/{uid} auth limited character_events events_id /event/39:1
  7 GET /api/helloauth auth - character_read helloauth
  8 GET /api/helloworld - - - helloworld
  9 GET /character[/{uid}] auth limited character_read character /character/1:1
  10 GET /character/{uid}/creditlog auth limited character_credits character_creditlog /character/1:1/creditlog
  11 GET /character/{uid}/permissions auth limited - character_permissions /character/1:1/permissions
  12 GET /datacard/{uid} auth limited faction_datacards_read datacard /datacard/14:3
  13 POST /datacard/{uid} auth limited faction_datacards_write datacard_assign /datacard/14:2
  14 DELETE /datacard/{uid} auth limited faction_datacards_write datacard_revoke /datacard/14:3?production_entity_uid=4:1
  15 GET /datacards/{uid} - - - datacards /datacards/20:1
  16 GET /entity/{uid} - limited - entity /entity/4:1
  17 GET /character/handlecheck/{handle} - limited - character_handlecheck /character/handlecheck/hana%20veil
  18 GET /character/{uid}/credits auth limited character_credits character_credits /character/1:1/credits
  19 GET /events/{mode}[/{type}] auth limited character_events events /events/personal
`;

const bodies: Record<string, Record<string, string>> = {
  2: { cgt: 'Year 12 Day 3' },
  13: { production_entity_uid: '4:1', uses: '1' },
};

export const rows: Row[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [number = '', method, path = '', auth, limited, permission, resource = '', sample] = line.trim().split(' ');
    return {
      ...{ number: Number(number), method: method as Row['method'], path, resource, sample: sample ?? path },
      authentication: auth === 'auth',
      rateLimited: limited === 'limited',
      permission: permission === '-' ? null : (permission as Permission),
      ...(bodies[number] && { body: bodies[number] }),
    };
  });

/** The patterns that calls count against, in order. */
export const limitedPaths = [...new Set(rows.filter(({ rateLimited }) => rateLimited).map(({ path }) => path))].sort();

/** The permissions with what each inherits from, written out again: sections 2.5 and 5.4 of the reference. */
export const inherited: Record<Permission, Permission | ''> = {
  character_auth: '',
  character_read: '',
  character_stats: 'character_read',
  character_credits: '',
  character_events: '',
  faction_datacards_read: '',
  faction_datacards_write: '',
};

/** Every permission that the reference names. */
export const permissions = Object.keys(inherited) as Permission[];

/** The call of a row, as `fetch` takes it. */
export function initOf({ method, body }: Row): RequestInit {
  return body ? { method, body: new URLSearchParams(body) } : { method };
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { toGalacticTime } from '../../../src/domain/galactic-time.js';
import { typeOfUid } from '../../../src/domain/uid.js';
import { DatabaseSync } from '../../../src/store/sqlite/engine.js';

/** A request as both frameworks know it. */
export interface Call {
  method: string;
  /** With its query. */
  url: string;
  host: string;
  address: string;
  authorization: string | undefined;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The columns of all the statements. */
type Row = Record<Texts, string> & Record<Numbers, number>;
type Texts =
  | ('uid' | 'name' | 'image' | 'race' | 'race_uid' | 'gender' | 'short_description' | 'biography' | 'communication')
  | ('entity' | 'entity_uid' | 'owner' | 'owner_uid' | 'sender' | 'sender_uid' | 'receiver' | 'receiver_uid');
type Numbers = 'last_login' | 'is_primary' | 'uses' | 'total_uses' | 'id' | 'time' | 'amount';

type Handler = (viewer: string, uid: string, url: URL) => object | undefined;

const WINDOW = 3600;
const LIMIT = 1e9;

/**
 * The service that somebody would write in an afternoon on the same tables: prepared statements, a token by its SHA-256, a counter for
 * each address and path, a line of log for each request, and JSON.stringify. `isPlain` leaves token, counter and log out.
 */
export function createService(file: string, isPlain: boolean): Record<string, (call: Call, uid: string) => Reply> {
  const database = new DatabaseSync(file);
  // It is closed with the last reference to it: statements have none.
  process.once('exit', () => database.close());
  const log = createWriteStream('/dev/null');
  const windows = new Map<string, { count: number; ends: number }>();
  const token = database.prepare(`
    select grants.character_uid as uid from tokens join grants on grants.id = tokens.grant_id
    where tokens.hash = ? and tokens.revoked_at is null and grants.revoked_at is null and tokens.expires_at > ?`);
  const profile = database.prepare(`
    select characters.*, entities.name, race.name as race from characters join entities using (uid)
    left join entities as race on race.uid = characters.race_uid
    where characters.uid = ? and entities.removed_at is null`);
  const factions = database.prepare(`
    select entities.uid, entities.name, is_primary from memberships join entities on entities.uid = faction_uid
    where character_uid = ? order by is_primary desc, entities.name`);
  const datacard = database.prepare(`
    select datacards.*, entity.name as entity, owner.name as owner from datacards
    join entities as entity on entity.uid = entity_uid join entities as owner on owner.uid = datacards.owner_uid
    join memberships on faction_uid = datacards.owner_uid and character_uid = ? and can_view_datacards
    where datacards.uid = ? and datacards.removed_at is null`);
  const assignments = database.prepare(`
    select uses, location.uid, location.name, owner.uid as owner_uid, owner.name as owner from assignments
    join entities as location on location.uid = location_uid left join entities as owner on owner.uid = location.owner_uid
    where datacard_uid = ? order by length(location.uid), location.uid`);
  const sides = (order: string) => `
    select * from (select id from transactions where sender_uid = :uid and id >= :from and id <= :to order by id ${order})
    union all select * from (select id from transactions where receiver_uid = :uid and sender_uid <> receiver_uid
      and id >= :from and id <= :to order by id ${order}) order by id ${order}`;
  const total = database.prepare(`select count(*) as total from (${sides('desc')} limit 1000)`);
  const last = database.prepare(`${sides('asc')} limit 1 offset 999`);
  const page = database.prepare(`
    select transactions.*, sender.name as sender, receiver.name as receiver from (${sides('desc')} limit :count offset :before)
    join transactions using (id) join entities as sender on sender.uid = sender_uid
    join entities as receiver on receiver.uid = receiver_uid order by id desc`);
  const moment = (timestamp: number) => ({ ...toGalacticTime(timestamp), timestamp: String(timestamp) });

  const resources: Record<string, Handler> = {
    character(_viewer, uid, { origin }) {
      const row = profile.get(uid) as Row | undefined;
      if (!row) return undefined;
      const all = (factions.all(uid) as Row[]).map((each) => ({
        ...ref(origin, each.uid, each.name),
        primary: each.is_primary === 1,
      }));
      const primary = all.find((each) => each.primary);
      const character = {
        ...{ uid, name: row.name, image: row.image, attributes: { isprivate: 'false', isbasic: 'false' } },
        race: row.race ? ref(origin, row.race_uid, row.race) : {},
        faction: primary ? { value: primary.value, attributes: primary.attributes } : {},
        ...{ factions: all, gender: row.gender, lastlogin: moment(row.last_login) },
        ...{ shortdescription: row.short_description, biography: row.biography },
      };
      return { character };
    },
    datacard(viewer, uid, { origin }) {
      const row = datacard.get(viewer, uid) as Row | undefined;
      if (!row) return undefined;
      const assigned = assignments.all(uid) as Row[];
      const used = assigned.reduce((sum, { uses }) => sum + uses, 0);
      return {
        datacard: {
          ...{ uid, entity: ref(origin, row.entity_uid, row.entity), owner: ref(origin, row.owner_uid, row.owner) },
          uses: row.total_uses - used,
          assignedlocations: {
            attributes: { count: assigned.length },
            assignedlocation: assigned.map((each) => ({
              location: ref(origin, each.uid, each.name),
              locationowner: each.owner ? ref(origin, each.owner_uid, each.owner) : {},
              quantity: each.uses,
            })),
          },
        },
      };
    },
    character_creditlog(viewer, uid, { origin, searchParams }) {
      if (uid !== viewer) return undefined;
      const from = Number(searchParams.get('start_id') ?? 0);
      const start = Number(searchParams.get('start_index') ?? 1);
      const all = { uid, from, to: Number.MAX_SAFE_INTEGER };
      const to = from === 0 ? all.to : ((last.get(all) as Row | undefined)?.id ?? all.to);
      const rows = page.all({ ...all, to, before: start - 1, count: 50 }) as Row[];
      return {
        transactions: {
          attributes: { start, ...(total.get(all) as object), count: rows.length },
          transaction: rows.map((each) => ({
            ...{ attributes: { transaction_id: each.id }, time: moment(each.time), amount: each.amount },
            ...{
              sender: ref(origin, each.sender_uid, each.sender),
              receiver: ref(origin, each.receiver_uid, each.receiver),
            },
            communication: each.communication,
          })),
        },
      };
    },
  };

  function answer(resource: string, { method, url, host, address, authorization }: Call, uid: string): Reply {
    const began = performance.now();
    const now = Math.floor(Date.now() / 1000);
    const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
    let viewer = '1:1';
    if (!isPlain) {
      const hash = createHash('sha256')
        .update((authorization ?? '').slice('Bearer '.length))
        .digest('hex');
      viewer = (token.get(hash, now) as Row | undefined)?.uid ?? '';
      const key = `${address} ${resource}`;
      const open = windows.get(key);
      const window = open && open.ends > now ? open : { count: 0, ends: now + WINDOW };
      if (window !== open) windows.set(key, window);
      window.count += 1;
      headers['X-RateLimit-Limit'] = String(LIMIT);
      headers['X-RateLimit-Remaining'] = String(Math.max(LIMIT - window.count, 0));
      headers['X-RateLimit-Reset'] = String(window.ends);
      headers['X-RateLimit-ResetTime'] = new Date(window.ends * 1000).toUTCString().replace('GMT', '+0000');
      if (window.count > LIMIT) return { status: 400, headers, body: '{}' };
      if (viewer === '') return { status: 401, headers, body: '{}' };
    }
    const target = new URL(url, `http://${host}`);
    const payload = resources[resource]?.(viewer, uid, target);
    const envelope = { version: '2.0', timestamp: now, resource, request: target.pathname, svcapi: payload };
    const reply = { status: payload ? 200 : 404, headers, body: JSON.stringify(envelope) };
    if (!isPlain) {
      const line = { time: new Date().toISOString(), method, path: target.pathname, status: reply.status, address };
      log.write(`${JSON.stringify({ level: 'info', ...line, ms: Math.round(performance.now() - began) })}\n`);
    }
    return reply;
  }

  return Object.fromEntries(
    Object.keys(resources).map((name) => [name, (call: Call, uid: string) => answer(name, call, uid)]),
  );
}

function ref(origin: string, uid: string, value: string) {
  const type = typeOfUid(uid) as string;
  const path = type === 'character' || type === 'datacard' ? type : 'entity';
  return { value, attributes: { uid, href: `${origin}/ws/v2.0/${path}/${uid}`, type } };
}

/** The paths of the resources, as both routers write them. */
export const paths: Record<string, string> = {
  character: '/ws/v2.0/character/:uid',
  datacard: '/ws/v2.0/datacard/:uid',
  character_creditlog: '/ws/v2.0/character/:uid/creditlog',
};

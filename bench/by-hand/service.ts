import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { RouterContext } from '@koa/router';
import { parseCgt, toGalacticTime } from '../../src/domain/galactic-time.js';
import { typeOfUid } from '../../src/domain/uid.js';
import { type Database, openDatabase, type Row } from './database.js';

type Payload = object | undefined;

interface Asked {
  /** The uid in the path. */
  uid: string;
  viewer: string;
  client: string;
  url: URL;
  now: number;
  /** The form of a POST. */
  form: Record<string, string>;
}

const WINDOW = 3600;
const LIMIT = 1e9;

/** What everybody may read, and nobody counts. */
const PUBLIC = ['time', 'time_result'];

/**
 * The service that somebody would write in an afternoon on the same tables: prepared statements, a token by its SHA-256, a counter for
 * each address and path, a line of log for each request, and JSON.stringify. A bare one counts and logs nothing.
 */
export function createService(file: string, isBare: boolean) {
  const database = openDatabase(file);
  const log = createWriteStream('/dev/null');
  const windows = new Map<string, { count: number; ends: number }>();
  const token = database.prepare(`
    select grants.character_uid as uid, grants.client_id as client from tokens join grants on grants.id = tokens.grant_id
    where tokens.hash = ?1 and tokens.revoked_at is null and grants.revoked_at is null and tokens.expires_at > ?2`);
  const resources = resourcesOf(database);

  return (resource: string) => (ctx: RouterContext) => {
    const { method, host, ip: address } = ctx;
    const uid = ctx.params.uid ?? '';
    const form = (ctx.request.body ?? {}) as Asked['form'];
    const began = performance.now();
    const now = Math.floor(Date.now() / 1000);
    const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
    const reply = (status: number, body: string) => {
      ctx.status = status;
      ctx.set(headers);
      ctx.body = body;
    };
    let [viewer, client] = ['', ''];
    if (!PUBLIC.includes(resource)) {
      const hash = createHash('sha256').update(ctx.get('Authorization').slice('Bearer '.length)).digest('hex');
      const [known] = token(hash, now);
      [viewer, client] = [known?.uid ?? '', known?.client ?? ''];
      if (viewer === '') return reply(401, '{}');
    }
    if (!PUBLIC.includes(resource) && !isBare) {
      const key = `${address} ${resource}`;
      const open = windows.get(key);
      const window = open && open.ends > now ? open : { count: 0, ends: now + WINDOW };
      if (window !== open) windows.set(key, window);
      window.count += 1;
      headers['X-RateLimit-Limit'] = String(LIMIT);
      headers['X-RateLimit-Remaining'] = String(Math.max(LIMIT - window.count, 0));
      headers['X-RateLimit-Reset'] = String(window.ends);
      headers['X-RateLimit-ResetTime'] = new Date(window.ends * 1000).toUTCString().replace('GMT', '+0000');
      if (window.count > LIMIT) return reply(400, '{}');
    }
    const target = new URL(ctx.url, `http://${host}`);
    const payload = resources[resource]?.({ uid, viewer, client, url: target, now, form });
    const envelope = { version: '2.0', timestamp: now, resource, request: target.pathname, svcapi: payload };
    reply(payload ? 200 : 404, JSON.stringify(envelope));
    if (isBare) return;
    const line = { time: new Date().toISOString(), method, path: target.pathname, status: ctx.status, address };
    log.write(`${JSON.stringify({ level: 'info', ...line, ms: Math.round(performance.now() - began) })}\n`);
  };
}

function resourcesOf(database: Database): Record<string, (asked: Asked) => Payload> {
  const profile = database.prepare(`
    select characters.*, entities.name, race.name as race from characters join entities using (uid)
    left join entities as race on race.uid = characters.race_uid
    where characters.uid = ?1 and entities.removed_at is null`);
  const factions = database.prepare(`
    select entities.uid, entities.name, is_primary from memberships join entities on entities.uid = faction_uid
    where character_uid = ?1 order by is_primary desc, entities.name`);
  const datacard = database.prepare(`
    select datacards.*, entity.name as entity, owner.name as owner from datacards
    join entities as entity on entity.uid = entity_uid join entities as owner on owner.uid = datacards.owner_uid
    join memberships on faction_uid = datacards.owner_uid and character_uid = ?1 and can_view_datacards = 1
    where datacards.uid = ?2 and datacards.removed_at is null`);
  const assignments = database.prepare(`
    select uses, location.uid, location.name, owner.uid as owner_uid, owner.name as owner from assignments
    join entities as location on location.uid = location_uid left join entities as owner on owner.uid = location.owner_uid
    where datacard_uid = ?1 order by length(location.uid), location.uid`);
  const sides = (order: string) => `
    select * from (select id from transactions where sender_uid = ?1 and id >= ?2 and id <= ?3 order by id ${order}) as sent
    union all select * from (select id from transactions where receiver_uid = ?1 and sender_uid <> receiver_uid
      and id >= ?2 and id <= ?3 order by id ${order}) as received order by id ${order}`;
  const total = database.prepare(`select count(*) as total from (${sides('desc')} limit 1000) as run`);
  const last = database.prepare(`${sides('asc')} limit 1 offset 999`);
  const page = database.prepare(`
    select transactions.*, sender.name as sender, receiver.name as receiver from (${sides('desc')} limit 50 offset ?4) as run
    join transactions using (id) join entities as sender on sender.uid = sender_uid
    join entities as receiver on receiver.uid = receiver_uid order by id desc`);
  const managed = database.prepare(`
    select datacards.*, entity.name as entity from datacards join entities as entity on entity.uid = entity_uid
    join memberships on faction_uid = datacards.owner_uid and character_uid = ?1 and can_manage_datacards = 1
    where datacards.uid = ?2 and datacards.removed_at is null`);
  const place = database.prepare(`
    select location.uid, location.name, owner.uid as owner_uid, owner.name as owner, coalesce(uses, 0) as uses
    from entities as location left join entities as owner on owner.uid = location.owner_uid
    left join assignments on location_uid = location.uid and datacard_uid = ?1
    where location.uid = ?2 and location.removed_at is null`);
  const assigned = database.prepare('select sum(uses) as uses from assignments where datacard_uid = ?1');
  const put = database.prepare(`
    insert into assignments (datacard_uid, location_uid, uses) values (?1, ?2, ?3)
    on conflict (datacard_uid, location_uid) do update set uses = excluded.uses`);
  const record = database.prepare(`
    insert into datacard_changes (time, action, client_id, character_uid, datacard_uid, location_uid, uses_before, uses_after, request_id)
    values (?1, 'assign', ?2, ?3, ?4, ?5, ?6, ?7, ?8)`);
  const moment = (timestamp: number) => ({ ...toGalacticTime(timestamp), timestamp: String(timestamp) });

  return {
    time({ now }) {
      return toGalacticTime(now);
    },
    time_result({ form }) {
      const timestamp = form.cgt === undefined ? Number(form.time) : parseCgt(form.cgt);
      return { ...toGalacticTime(timestamp), timestamp };
    },
    character({ uid, url: { origin } }) {
      const [row] = profile(uid);
      if (!row) return undefined;
      const all = factions(uid).map((each) => ({
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
    datacard({ uid, viewer, url: { origin } }) {
      const [row] = datacard(viewer, uid);
      if (!row) return undefined;
      const places = assignments(uid);
      const used = places.reduce((sum, { uses }) => sum + uses, 0);
      return {
        datacard: {
          ...{ uid, entity: ref(origin, row.entity_uid, row.entity), owner: ref(origin, row.owner_uid, row.owner) },
          uses: row.total_uses - used,
          assignedlocations: {
            attributes: { count: places.length },
            assignedlocation: places.map((each) => use(origin, each)),
          },
        },
      };
    },
    character_creditlog({ uid, viewer, url: { origin, searchParams } }) {
      if (uid !== viewer) return undefined;
      const from = Number(searchParams.get('start_id') ?? 0);
      const start = Number(searchParams.get('start_index') ?? 1);
      const all = [uid, from, Number.MAX_SAFE_INTEGER] as const;
      const [end] = from === 0 ? [] : last(...all);
      const rows = page(uid, from, end?.id ?? Number.MAX_SAFE_INTEGER, start - 1);
      const [sum] = total(...all);
      return {
        transactions: {
          attributes: { start, ...sum, count: rows.length },
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
    datacard_assign({ uid, viewer, client, url: { origin }, now, form }) {
      const uses = Number(form.uses);
      const location = form.production_entity_uid ?? '';
      return database.change(() => {
        const [card] = managed(viewer, uid);
        const [there] = place(uid, location);
        const [sum] = assigned(uid);
        if (!card || !there || !(uses > 0) || card.total_uses - (sum?.uses ?? 0) < uses) return undefined;
        put(uid, location, there.uses + uses);
        record(now, client, viewer, uid, location, there.uses, there.uses + uses, randomUUID());
        const assignment = {
          assigneddatacard: {
            attributes: { uid, href: `${origin}/ws/v2.0/datacard/${uid}` },
            entity: ref(origin, card.entity_uid, card.entity),
          },
          originaluse: use(origin, there),
          ...{ succeeded: true, newquantity: there.uses + uses },
        };
        return { assignments: { attributes: { count: 1 }, assignment: [assignment] } };
      });
    },
  };
}

function use(origin: string, { uid, name, owner, owner_uid, uses }: Row) {
  return {
    location: ref(origin, uid, name),
    locationowner: owner ? ref(origin, owner_uid, owner) : {},
    quantity: uses,
  };
}

function ref(origin: string, uid: string, value: string) {
  const type = typeOfUid(uid) as string;
  const path = type === 'character' || type === 'datacard' ? type : 'entity';
  return { value, attributes: { uid, href: `${origin}/ws/v2.0/${path}/${uid}`, type } };
}

/** The paths of what is read, as both routers write them. */
export const reads: Record<string, string> = {
  time: '/ws/v2.0/api/time',
  character: '/ws/v2.0/character/:uid',
  datacard: '/ws/v2.0/datacard/:uid',
  character_creditlog: '/ws/v2.0/character/:uid/creditlog',
};

/** The paths of the forms. */
export const forms: Record<string, string> = {
  time_result: '/ws/v2.0/api/time',
  datacard_assign: '/ws/v2.0/datacard/:uid',
};

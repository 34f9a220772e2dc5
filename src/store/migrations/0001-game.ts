/** The galaxy. Lists are indexed in the order of answers, by uid with shorter ones first, so that no call sorts one. */
export const game = `
create table entities (
  uid text primary key,
  name text not null check (name <> ''),
  handle text unique,
  owner_uid text references entities (uid),
  removed_at integer
);

create table characters (
  uid text primary key references entities (uid),
  image text not null,
  race_uid text references entities (uid),
  gender text not null,
  last_login integer not null,
  short_description text not null,
  biography text not null,
  is_private integer not null check (is_private in (0, 1)),
  health integer not null,
  health_max integer not null,
  xp integer not null,
  xp_level integer not null,
  credits integer not null
);

create table memberships (
  character_uid text not null references characters (uid),
  faction_uid text not null references entities (uid),
  is_primary integer not null check (is_primary in (0, 1)),
  can_view_datacards integer not null check (can_view_datacards in (0, 1)),
  can_manage_datacards integer not null check (can_manage_datacards in (0, 1)),
  primary key (character_uid, faction_uid)
);
create unique index memberships_primary on memberships (character_uid) where is_primary = 1;
create index memberships_faction on memberships (faction_uid);

create table datacards (
  uid text primary key,
  owner_uid text not null references entities (uid),
  entity_uid text not null references entities (uid),
  total_uses integer not null check (total_uses >= -1),
  removed_at integer
);
create index datacards_owner on datacards (owner_uid);
create index datacards_owner_order on datacards (owner_uid, (length(uid)), uid);

create table assignments (
  datacard_uid text not null references datacards (uid),
  location_uid text not null references entities (uid),
  uses integer not null check (uses = -1 or uses > 0),
  primary key (datacard_uid, location_uid)
);
create index assignments_order on assignments (datacard_uid, (length(location_uid)), location_uid, uses);
create index assignments_location on assignments (location_uid);

create table transactions (
  id integer primary key check (id > 0),
  time integer not null,
  amount integer not null,
  sender_uid text not null references entities (uid),
  receiver_uid text not null references entities (uid),
  communication text not null
);
-- A payment to oneself is only in the first. The length of a run is counted in these indexes, without the rows.
create index transactions_sender on transactions (sender_uid, id);
create index transactions_receiver on transactions (receiver_uid, id, sender_uid)
  where sender_uid <> receiver_uid;

create table events (
  uid text primary key,
  receiver_uid text not null references entities (uid),
  time integer not null,
  text text not null,
  type text check (type <> '')
);
create index events_receiver on events (receiver_uid, time, (length(uid)), uid);
-- Of each type without regard to case.
create index events_type on events (receiver_uid, (lower(type)), time, (length(uid)), uid) where type is not null;

-- The order in which events and transactions are stored, for the streams that follow them. An event has the number in its uid.
create table arrivals (
  sequence serial,
  kind text not null check (kind in ('event', 'transaction')),
  number integer not null
);
create unique index arrivals_number on arrivals (number, kind);
`;

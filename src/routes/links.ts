import { typeOfUid, type UidType } from '../domain/uid.js';
import type { Mentioned, Named } from '../store/store.js';
import type { Path } from './path.js';
import { fillPath, PREFIX } from './path.js';

/** An entity that an answer refers to. */
export interface Ref {
  value: string;
  attributes: { uid: string; href?: string | undefined; type: UidType };
}

/** Makes the absolute addresses of one answer. */
export interface Links {
  /** The address of a path with its parameters. */
  to(path: Path, params: Record<string, string>): string;
  /** The address pattern of a path, as the index shows it. */
  pattern(pattern: string): string;
  /** The address of an entity. */
  entity(uid: string): string;
  /** A reference to an entity; one that was removed has no address. */
  ref(entity: Named | Mentioned): Ref;
}

/** The types that have a route of their own, named after them; `entity/{uid}` shows all others. */
const typesWithRoute: ReadonlySet<UidType> = new Set<UidType>(['character', 'datacard', 'event']);

/**
 * Creates links on a base such as `https://example.org`.
 *
 * Every entity has one address: clients store these addresses as identifiers.
 */
export function createLinks(baseUrl: string): Links {
  const root = baseUrl + PREFIX;
  // Lists refer to the same few entities many times.
  const refs = new Map<string, Ref>();
  const address = (type: UidType, uid: string) => `${root}/${typesWithRoute.has(type) ? type : 'entity'}/${uid}`;
  const links: Links = {
    to: (path, params) => root + fillPath(path.path, params),
    pattern: (pattern) => root + pattern,
    entity: (uid) => address(typeOf(uid), uid),
    ref(entity) {
      const { uid, name } = entity;
      const known = refs.get(uid);
      if (known) return known;
      const type = typeOf(uid);
      const isRemoved = 'removed_at' in entity && entity.removed_at !== null;
      const made = { value: name, attributes: { uid, ...(!isRemoved && { href: address(type, uid) }), type } };
      refs.set(uid, made);
      return made;
    },
  };
  return links;
}

/** Returns the type of a uid. Stored uids always have a known type. */
function typeOf(uid: string): UidType {
  const type = typeOfUid(uid);
  if (type === undefined) throw new TypeError(`“${uid}” is no uid of a known type`);
  return type;
}

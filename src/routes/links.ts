import { typeOfUid, type UidType } from '../domain/uid.js';
import type { Mentioned, Named } from '../store/store.js';
import type { Path } from './define-path.js';
import { fillPath, PREFIX } from './path.js';

export interface Ref {
  value: string;
  attributes: { uid: string; href?: string | undefined; type: UidType };
}

/** Makes absolute URLs for one answer. */
export interface Links {
  to(path: Path, params: Record<string, string>): string;
  pattern(pattern: string): string;
  entity(uid: string): string;
  /** A removed entity has no URL. */
  ref(entity: Named | Mentioned): Ref;
}

/** `entity/{uid}` shows all other types. */
const typesWithRoute: ReadonlySet<UidType> = new Set<UidType>(['character', 'datacard', 'event']);

/** Gives every entity one URL: clients store it as an identifier. */
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
      const made = { value: name, attributes: { uid, href: isRemoved ? undefined : address(type, uid), type } };
      refs.set(uid, made);
      return made;
    },
  };
  return links;
}

/** Stored uids always have a known type. */
function typeOf(uid: string): UidType {
  const type = typeOfUid(uid);
  if (type === undefined) throw new TypeError(`“${uid}” is not a uid of a known type`);
  return type;
}

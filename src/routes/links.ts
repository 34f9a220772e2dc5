import { typeOfUid } from '../domain/uid.js';
import type { Named } from '../store/store.js';
import { type Path, PREFIX } from './define-route.js';
import type { Ref } from './payload.js';

/** Makes the absolute addresses of one answer. */
export interface Links {
  /** The address of what stands at a path. */
  to(path: Path, params: Record<string, string>): string;
  /** The address pattern of a path, as the index shows it. */
  pattern(pattern: string): string;
  /** The address of an entity. */
  entity(uid: string): string;
  /** An entity as an answer refers to it. */
  ref(entity: Named): Ref;
}

/**
 * Addresses on a base such as `https://example.org`.
 *
 * Every entity has one address, made of its type and its uid, whether this service answers there or not: clients keep
 * such addresses as names.
 */
export function createLinks(baseUrl: string): Links {
  const root = baseUrl + PREFIX;
  const links: Links = {
    to: (path, params) => root + fillPath(path.path, params),
    pattern: (pattern) => root + pattern,
    entity: (uid) => `${root}/${typeOfUid(uid)}/${uid}`,
    ref: ({ uid, name }) => ({
      value: name,
      attributes: { uid, href: links.entity(uid), type: typeOfUid(uid) ?? '' },
    }),
  };
  return links;
}

/** A path with its parameters filled in; an optional part stays only where its parameter is given. */
export function fillPath(path: string, params: Record<string, string | undefined>): string {
  const fill = (part: string) =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '').replaceAll('%3A', ':'));
  return fill(
    path.replace(/\[(.*?)\]/g, (_, part: string) => {
      const name = /\{(\w+)\}/.exec(part)?.[1];
      return name !== undefined && params[name] === undefined ? '' : part;
    }),
  );
}

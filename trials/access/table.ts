import type { Permission } from '../../src/domain/permission.js';
import { permissions } from '../../test/helpers/reference.js';

/*
 * Written by hand after docs/wire.md, “Who sees what”: nothing here is taken from the service. The routes, their permissions and the
 * states of a token are in test/helpers, where tests use them, too.
 */

/** The characters of the small galaxy, by what their membership lets them do with the datacards of the Guild. */
export const characters = ['1:1', '1:2', '1:3', '1:4'] as const;
export type Character = (typeof characters)[number];

/** The characters that each row of the reference finds something for, where that is not everybody. The others get a 404. */
export const visibleTo: Record<number, readonly Character[]> = {
  // The event, the credit log and the credits of Hana.
  6: ['1:1'],
  10: ['1:1'],
  18: ['1:1'],
  // Members who may view the datacards of the Guild.
  12: ['1:1', '1:2'],
  // Members who may manage them.
  13: ['1:1'],
  14: ['1:1'],
};

/** No permission, each alone, all but one, and all. */
export const grants: readonly Permission[][] = [
  [],
  ...permissions.map((permission) => [permission]),
  ...permissions.map((permission) => permissions.filter((each) => each !== permission)),
  permissions,
];

/** A way to ask for a format, and the content type of its answer; none where nothing is acceptable. */
export interface Format {
  name: string;
  accept?: string;
  /** Changes the path, which has no query. */
  suffix?: string;
  query?: string;
  type: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';

export const formats: readonly Format[] = [
  { name: 'no Accept', type: JSON_TYPE },
  { name: 'Accept: application/xml', accept: 'application/xml', type: XML_TYPE },
  { name: 'Accept: text/xml', accept: 'text/xml;q=0.9, application/json;q=0.1', type: 'text/xml; charset=utf-8' },
  { name: 'the suffix .xml', suffix: '.xml', accept: 'application/json', type: XML_TYPE },
  { name: '?format=json', query: 'format=json', accept: 'application/xml', type: JSON_TYPE },
  { name: 'nothing acceptable', accept: 'image/png', type: undefined },
];

/** The fields of a character that depend on who asks with which permissions. */
export interface CharacterFields {
  basic: boolean;
  stats: boolean;
  credits: boolean;
  events: boolean;
}

/** The only character with a private profile. */
const PRIVATE: Character = '1:2';

/** Returns what a character with some permissions sees of a character. */
export function expectedFields(target: Character, asking: Character, granted: readonly Permission[]): CharacterFields {
  const own = target === asking;
  return {
    basic: target === PRIVATE && !own,
    stats: own && granted.includes('character_stats'),
    credits: own && granted.includes('character_credits'),
    events: own && granted.includes('character_events'),
  };
}

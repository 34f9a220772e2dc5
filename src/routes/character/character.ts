import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { holds, type Permission } from '../../domain/permission.js';
import type { CharacterProfile } from '../../store/store.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import type { Links } from '../links.js';
import { characterRef } from '../parameters.js';
import { flag, href, moment, nothing, ref, size, toFlag, toMoment, uidText } from '../payload.js';
import { creditLogPath } from './credit-log.js';
import { creditsPath } from './credits.js';
import { eventsPath } from './event-list.js';

const link = z.strictObject({ attributes: z.strictObject({ href }) });

const characterPath = definePath({
  group: 'Character',
  name: 'character',
  path: '/character[/{uid}]',
  description: 'A character; without a uid, the one that the token acts for',
  params: z.object({ uid: characterRef.optional() }),
  rateLimited: true,
});

const basic = {
  uid: uidText('character'),
  name: z.string(),
  image: z.string(),
};

/** A profile as others see it when it is private. */
export const basicProfileShape = z.strictObject({
  ...basic,
  attributes: z.strictObject({ isprivate: flag, isbasic: z.literal('true') }),
});

/** Any other profile. */
export const fullProfileShape = z.strictObject({
  ...basic,
  attributes: z.strictObject({ isprivate: flag, isbasic: z.literal('false') }),
  race: z.union([ref, nothing]),
  faction: z.union([ref, nothing]),
  factions: z.array(ref.extend({ primary: z.boolean() })),
  gender: z.string(),
  lastlogin: moment,
  shortdescription: z.string(),
  biography: z.string(),
  health: size.optional(),
  healthMax: size.optional(),
  XP: size.optional(),
  XPLevel: size.optional(),
  credits: link.extend({ value: z.int().optional() }).optional(),
  creditlog: link.optional(),
  events: link.optional(),
});

export const readCharacter = defineRoute(characterPath, {
  method: 'GET',
  resource: 'character',
  description: 'Shows a character, as far as its privacy and the permissions of the token allow',
  access: 'character_read',
  fails: ['not_found'],
  response: z.strictObject({ character: z.union([fullProfileShape, basicProfileShape]) }),
  async handle({ params, principal, store, links }) {
    const found = params.uid === undefined ? { uid: principal.character_uid } : await store.characters.find(params.uid);
    const profile = found && (await store.characters.profile(found.uid));
    if (!profile) throw new Failure('not_found');
    const own = profile.uid === principal.character_uid;
    if (profile.is_private && !own) return { character: basicProfile(profile) };
    return { character: fullProfile(profile, links, own ? principal.permissions : undefined) };
  },
});

function basicProfile({ uid, name, image, is_private }: CharacterProfile) {
  return { uid, name, image, attributes: { isprivate: toFlag(is_private === 1), isbasic: 'true' as const } };
}

/**
 * Builds the full profile. Credits, credit log and events are those of the token's own character: another profile has
 * neither their values nor their addresses. A field that is not shown is undefined, which both formats leave out.
 *
 * @param granted the permissions of the token if the character is its own
 */
function fullProfile(profile: CharacterProfile, links: Links, granted: Permission[] | undefined) {
  const { uid } = profile;
  const primary = profile.factions.find((faction) => faction.is_primary);
  const stats = granted && holds(granted, 'character_stats') ? profile : undefined;
  return {
    uid,
    name: profile.name,
    image: profile.image,
    attributes: { isprivate: toFlag(profile.is_private === 1), isbasic: 'false' as const },
    race: profile.race ? links.ref(profile.race) : {},
    faction: primary ? links.ref(primary) : {},
    factions: profile.factions.map((faction) => ({ ...links.ref(faction), primary: faction.is_primary === 1 })),
    gender: profile.gender,
    lastlogin: toMoment(profile.last_login),
    shortdescription: profile.short_description,
    biography: profile.biography,
    health: stats?.health,
    healthMax: stats?.health_max,
    XP: stats?.xp,
    XPLevel: stats?.xp_level,
    ...(granted && ownFields(profile, links, granted)),
  };
}

function ownFields({ uid, credits }: CharacterProfile, links: Links, granted: Permission[]) {
  return {
    credits: {
      attributes: { href: links.to(creditsPath, { uid }) },
      value: holds(granted, 'character_credits') ? credits : undefined,
    },
    creditlog: { attributes: { href: links.to(creditLogPath, { uid }) } },
    events: { attributes: { href: links.to(eventsPath, { mode: 'personal' }) } },
  };
}

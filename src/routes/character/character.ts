import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { holds, type Permission } from '../../domain/permission.js';
import type { CharacterProfile } from '../../store/store.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import type { Links } from '../links.js';
import { characterRef } from '../parameters.js';
import {
  exampleRefs,
  field,
  flag,
  href,
  moment,
  nameText,
  nothing,
  object,
  ref,
  refShape,
  size,
  text,
  toFlag,
  toMoment,
  uidText,
} from '../payload.js';
import { creditLogPath, readCreditLog } from './credit-log.js';
import { creditsPath, readCredits } from './credits.js';
import { eventsPath, listEvents } from './events.js';

function link(description: string, path: string) {
  const attributes = z.strictObject({ href: href(description, path) });
  return z.strictObject({ attributes: field(attributes, `Leads to ${description}`) });
}

const characterPath = definePath('/character[/{uid}]', {
  description: 'A character; without a uid, the one that the token acts for',
  params: z.object({ uid: characterRef.optional() }),
  rateLimited: true,
});

const basic = {
  uid: uidText('character', 'The uid of the character'),
  name: field(nameText, 'The name of the character', 'Hana Veil'),
  image: field(text, 'The address of a picture; empty without one', 'https://img.example/1.png'),
};

function profileAttributes<Basic extends 'true' | 'false'>(isBasic: Basic) {
  return object('How much of the character is shown', {
    isprivate: field(flag, 'True when the character hides all but uid, name and image from others', 'false'),
    isbasic: field(z.literal(isBasic), 'True when the answer has only uid, name and image'),
  });
}

const STATS = '; only for a token of this character with `character_stats`';
const CREDITS = '; only for a token of this character with `character_credits`';
const EVENTS = '; only for a token of this character with `character_events`';

/** A private profile as others see it. */
export const basicProfileShape = z.strictObject({
  ...basic,
  attributes: profileAttributes('true'),
});

export const fullProfileShape = z.strictObject({
  ...basic,
  attributes: profileAttributes('false'),
  race: field(z.union([ref, nothing]), 'The race; empty without one', exampleRefs.race),
  faction: field(z.union([ref, nothing]), 'The primary faction; empty without one', exampleRefs.faction),
  factions: field(
    z.array(
      refShape(exampleRefs.faction).extend({ primary: field(z.boolean(), 'True for the primary faction', true) }),
    ),
    'Every faction that the character is a member of',
  ),
  gender: field(text, 'The gender; empty if it is not known', 'female'),
  lastlogin: field(moment, 'The time of the last login to the game'),
  shortdescription: field(text, 'A line about the character', 'Freight pilot'),
  biography: field(text, 'The biography, of one or more lines', 'Born at sea.'),
  health: field(size.optional(), `Health in points${STATS}`, 90),
  healthMax: field(size.optional(), `The maximum of the health, in points${STATS}`, 120),
  XP: field(size.optional(), `Experience points${STATS}`, 3200),
  XPLevel: field(size.optional(), `The level that the experience points have reached${STATS}`, 6),
  credits: field(
    link('the balance', '/character/1:1/credits')
      .extend({ value: field(z.int(), 'The balance in credits, negative for debts', 125_000) })
      .optional(),
    `The balance of the character${CREDITS}`,
  ),
  creditlog: field(
    link('the credit log', '/character/1:1/creditlog').optional(),
    `The credit log of the character${CREDITS}`,
  ),
  events: field(link('the events', '/events/personal').optional(), `The events of the character${EVENTS}`),
});

export const readCharacter = defineRoute(characterPath, {
  method: 'GET',
  title: 'Get a character',
  description: 'Shows a character with its factions and its last login, as far as its privacy and the token allow',
  access: 'character_read',
  fails: ['not_found'],
  response: z.strictObject({
    character: field(
      z.union([fullProfileShape, basicProfileShape]),
      'The character; a private one shows others only uid, name and image',
    ),
  }),
  async handle({ params, principal, store, links }) {
    const profile = await store.characters.profile(params.uid ?? principal.character_uid);
    if (!profile) throw new Failure('not_found');
    const own = profile.uid === principal.character_uid;
    if (profile.is_private && !own) return { character: basicProfile(profile) };
    return { character: fullProfile(profile, links, own ? principal.permissions : undefined) };
  },
});

function basicProfile({ uid, name, image, is_private }: CharacterProfile) {
  return { uid, name, image, attributes: { isprivate: toFlag(is_private === 1), isbasic: 'true' as const } };
}

/** Shows credits, credit log and events only with `granted`, the permissions of the character's own token. */
function fullProfile(profile: CharacterProfile, links: Links, granted: Permission[] | undefined) {
  const { uid } = profile;
  const primary = profile.factions.find((faction) => faction.is_primary);
  const stats = granted && holds(granted, 'character_stats') ? profile : undefined;
  const own = granted && ownFields(profile, links, granted);
  return {
    uid,
    name: profile.name,
    image: profile.image,
    attributes: { isprivate: toFlag(profile.is_private === 1), isbasic: 'false' as const },
    race: profile.race ? links.ref(profile.race) : {},
    faction: primary ? links.ref(primary) : {},
    factions: profile.factions.map((faction) => {
      const { value, attributes } = links.ref(faction);
      return { value, attributes, primary: faction.is_primary === 1 };
    }),
    gender: profile.gender,
    lastlogin: toMoment(profile.last_login),
    shortdescription: profile.short_description,
    biography: profile.biography,
    health: stats?.health,
    healthMax: stats?.health_max,
    XP: stats?.xp,
    XPLevel: stats?.xp_level,
    credits: own?.credits,
    creditlog: own?.creditlog,
    events: own?.events,
  };
}

function ownFields({ uid, credits }: CharacterProfile, links: Links, granted: Permission[]) {
  const lead = (access: Permission, href: string) => (holds(granted, access) ? { attributes: { href } } : undefined);
  const balance = lead(readCredits.access, links.to(creditsPath, { uid }));
  return {
    credits: balance && { ...balance, value: credits },
    creditlog: lead(readCreditLog.access, links.to(creditLogPath, { uid })),
    events: lead(listEvents.access, links.to(eventsPath, { mode: 'personal' })),
  };
}

/** Permissions in the order of the list. Reference, sections 2.5 and 5.4. */
export const permissions = {
  character_auth: {
    description: 'Read the name and the UID of the character, to verify who it is.',
    inherits: '',
  },
  character_read: {
    description:
      'Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />' +
      'Public profile: also race, gender, last login, description and biography.',
    inherits: '',
  },
  character_stats: {
    description: 'Read the health and experience (HP and XP) of the character.',
    inherits: 'character_read',
  },
  character_credits: {
    description: 'Read the credits and the credit log of the character.',
    inherits: '',
  },
  character_events: {
    description: 'Read the events of the character.',
    inherits: '',
  },
  faction_datacards_read: {
    description: 'Read the datacards of the character’s factions and where they are assigned.',
    inherits: '',
  },
  faction_datacards_write: {
    description: 'Assign and revoke the datacards of the character’s factions.',
    inherits: '',
  },
} as const satisfies Record<string, { description: string; inherits: string }>;

export type Permission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as Permission[];

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissions, text);
}

/** Returns true if a permission is granted, or inherited by one that is. Reference, section 5.3. */
export function holds(granted: Iterable<Permission>, needed: Permission): boolean {
  for (const permission of granted) {
    for (let held: Permission | '' = permission; held !== ''; held = permissions[held].inherits) {
      if (held === needed) return true;
    }
  }
  return false;
}

/** `type:number`. Wire contract, “UIDs”. */
export type Uid = `${number}:${number}`;

export const uidTypes = {
  character: 1,
  ship: 2,
  vehicle: 3,
  facility: 4,
  station: 5,
  city: 7,
  planet: 8,
  system: 9,
  npc: 10,
  creature: 11,
  item: 12,
  droid: 13,
  datacard: 14,
  material: 16,
  stock: 17,
  weapon: 18,
  faction: 20,
  race: 22,
  sector: 25,
  event: 39,
} as const;

export type UidType = keyof typeof uidTypes;

const typeNames = new Map<number, UidType>(Object.entries(uidTypes).map(([name, number]) => [number, name as UidType]));

/** Characters. */
export const UID_LENGTH = 18;

const FORM = /^([1-9]\d?):([1-9]\d{0,14})$/;

export function typeOfUid(text: string): UidType | undefined {
  const match = FORM.exec(text);
  return match ? typeNames.get(Number(match[1])) : undefined;
}

/** Accepts any known type if `types` is empty. */
export function isUid(text: string, ...types: UidType[]): text is Uid {
  const type = typeOfUid(text);
  return type !== undefined && (types.length === 0 || types.includes(type));
}

export function numberOf(uid: Uid): number {
  return Number(uid.slice(uid.indexOf(':') + 1));
}

export function uidOf(type: UidType, number: number): Uid {
  return `${uidTypes[type]}:${number}`;
}

/** Returns the pattern that the index of routes shows: `14:\d+`. */
export function uidPattern(type: UidType): string {
  return `${uidTypes[type]}:\\d+`;
}

/** Types that datacards can be assigned to. Wire contract, “Datacards”. */
export const productionTypes = ['facility', 'station', 'city', 'ship', 'vehicle'] as const satisfies UidType[];

/** Types that production entities make with datacards. Wire contract, “Datacards”. */
export const producibleTypes = [...productionTypes, 'item', 'droid'] as const satisfies UidType[];

/**
 * UIDs, `type:number`: the names that the service gives to what it knows. Wire contract, “UIDs”.
 */
export type Uid = `${number}:${number}`;

/** The numbers of the types, by the name that stands in `type` and in addresses. */
export const uidTypes = {
  character: 1,
  ship: 2,
  vehicle: 3,
  facility: 4,
  station: 5,
  city: 7,
  planet: 8,
  system: 9,
  datacard: 14,
  faction: 20,
  race: 22,
  sector: 25,
  event: 39,
} as const;

export type UidType = keyof typeof uidTypes;

const typeNames = new Map<number, UidType>(Object.entries(uidTypes).map(([name, number]) => [number, name as UidType]));

const FORM = /^([1-9]\d?):([1-9]\d{0,14})$/;

/** The type of a uid, or nothing where the text is no uid of a known type. */
export function typeOfUid(text: string): UidType | undefined {
  const match = FORM.exec(text);
  return match ? typeNames.get(Number(match[1])) : undefined;
}

/** True for a uid of one of the given types, or of any known type when none is given. */
export function isUid(text: string, ...types: UidType[]): text is Uid {
  const type = typeOfUid(text);
  return type !== undefined && (types.length === 0 || types.includes(type));
}

/** Makes the uid of an entity from its type and number. */
export function uidOf(type: UidType, number: number): Uid {
  return `${uidTypes[type]}:${number}`;
}

/** The pattern that uids of a type match, as the index of routes shows it: `14:\d+`. */
export function uidPattern(type: UidType): string {
  return `${uidTypes[type]}:\\d+`;
}

/**
 * What can hold assigned uses of a datacard and produce from them: facilities, stations and whatever else its owner can
 * build in. Wire contract, “Datacards”.
 */
export const productionTypes = ['facility', 'station', 'city', 'ship', 'vehicle'] as const satisfies UidType[];

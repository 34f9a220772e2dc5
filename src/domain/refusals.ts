declare const brand: unique symbol;

/** A reason to refuse a file or a record. Only the table below makes one, so that each says what to do. */
export type Reason = string & { readonly [brand]: true };

function defineRefusals<T extends Record<string, (...texts: never[]) => string>>(table: T) {
  return table as unknown as { readonly [K in keyof T]: (...texts: Parameters<T[K]>) => Reason };
}

/**
 * Everything that an import refuses, with what to do where that is not obvious: a host reads it in the mail of the night. Reasons for a
 * file follow its name.
 */
export const refusals = defineRefusals({
  noRecords: () => 'has no records, so nothing was loaded; check what wrote it, or leave it out',
  noEnd: () => 'has no end record, so it may be cut short; write it again, or give --no-require-end',
  otherCount: (records: string, counted: string) =>
    `has ${records} records, but its end record counts ${counted}: some are missing or were added; write it again`,
  cutOff: () => 'is gzip that was cut off before its end; write or copy it again',
  damaged: () => 'is damaged gzip; write or copy it again',
  notRecords: () => 'is not NDJSON; give one JSON object a line, in UTF-8',
  tooManyRemoved: (excesses: string) => `the files would remove ${excesses}, so nothing was changed`,

  notJson: (problem: string) => `it is not JSON: ${problem}; write records with the JSON functions of the database`,
  notUtf8: () => 'it is not valid UTF-8; convert it with iconv',
  tooLong: (bytes: number) => `it is longer than ${bytes} bytes; shorten it`,
  notAnObject: (value: string) => `it must be an object, {"kind": …}, not ${value}`,
  noKind: (kinds: string) => `kind is missing; the kinds are ${kinds}`,
  unknownKind: (kind: string, kinds: string) => `kind is unknown: ${kind}; the kinds are ${kinds}`,
  unknownField: (type: string, names: string, fields: string) =>
    `${type} records have no field ${names}: their fields are ${fields}`,
  unknownPart: (field: string, names: string) => `${field} has no field ${names}`,
  missing: (field: string) => `${field} is missing`,
  wrongType: (field: string, type: string, value: string) => `${field} must be ${type}, not ${value}`,
  notOneOf: (field: string, values: string, value: string) => `${field} must be one of ${values}, not ${value}`,
  wrongValue: (field: string, problem: string) => `${field} ${problem}`,
  milliseconds: (field: string, time: number, year: number) =>
    `${field} ${time} is in the year ${year}; divide milliseconds by 1,000`,
  ahead: (field: string, day: string) =>
    `${field} is more than a year ahead: ${day}; correct the record, or the clock of the game`,
  ownedRace: () => 'owner must be left out: a race has none',
  assignedTwice: (location: string) => `assignments name ${location} twice; add the uses up in one entry`,
  unlimitedAssigned: (location: string, total: number) =>
    `assignments give ${location} unlimited uses of a datacard that has ${total}; give it a number of uses`,
  tooManyAssigned: (assigned: number, total: number) =>
    `assignments add up to ${assigned} uses, more than the ${total} in all; assign fewer, or raise total_uses`,
  permanent: (type: string, reason: string) => `a ${type} cannot be removed: ${reason}; leave out "removed"`,
  afterEnd: () => 'it comes after the end record, which must be the last one; give each file its own argument',
  endOfPipe: () => 'a pipe has no end record: it ends when it is closed; leave it out',

  unknownReference: (row: string, uid: string) =>
    `${row} refers to ${uid}, which is neither in these files nor in the database; add its record`,
  isRemoved: (row: string, uid: string, place: string) =>
    `${row} refers to ${uid}, which is removed (${place}); add its record, or leave this one out`,
  taken: (row: string, what: string, other: string, place: string) =>
    `${row} has the ${what} of ${other} (${place}); change one of them`,
  overused: (row: string, uses: number, card: string, place: string, left: string | number) =>
    `${row} takes ${uses} uses of ${card} from ${place}, which has ${left}; leave it out if they were revoked`,
  overassigned: (card: string, assigned: string, total: number) =>
    `${card} has ${assigned} assigned in the database, more than the ${total} in all: revoke some, or import with --reclaim to take back the newest`,
  rewritten: (row: string) =>
    `${row} differs from the one in the database: the audit trail is never rewritten; give it a new id`,
} satisfies Record<string, (...texts: never) => string>);

/** Joins reasons; `more` counts those that are left out. */
export function joinReasons(reasons: readonly Reason[], more: number): Reason {
  return [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') as Reason;
}

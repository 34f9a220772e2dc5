/** The parts of answers, written by hand. */

/** The envelope of an answer; reference, section 2.1. */
export function envelope(resource: string, request: string, svcapi: object, timestamp = 1_718_625_600) {
  return { version: '2.0', timestamp, resource, request, svcapi };
}

/** An entity that an answer refers to. `base` is the address of the service with its prefix. */
export function ref(base: string, type: string, uid: string, value: string) {
  return { value, attributes: { uid, href: `${base}/${type === 'character' ? type : 'entity'}/${uid}`, type } };
}

/** `moment(25, 204, 5, 0, 0, '1718625600')` */
export function moment(years: number, days: number, hours: number, mins: number, secs: number, timestamp: string) {
  return { years, days, hours, mins, secs, timestamp };
}

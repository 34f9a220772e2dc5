import type { PayloadOf } from '../../../client/types.js';
import { listIn } from '../../connection/call-route.js';
import type { Column } from '../../output/columns.js';
import { refColumns, usesColumn } from '../../output/columns.js';

export type Datacard = PayloadOf<'GET /datacard/{uid}'>['datacard'];
type Use = Datacard['assignedlocations']['assignedlocation'][number];

/** One assignment of a datacard; `use` is undefined when there is none. */
export interface DatacardUse {
  datacard: Datacard;
  use: Use | undefined;
}

const [LOCATION_UID, LOCATION_NAME] = refColumns<Use>('location', ({ location }) => location);

/** The uid of the location is shown even without --wide: revoking needs it. */
export const useColumns: Column<Use>[] = [
  { ...LOCATION_UID, wide: undefined },
  LOCATION_NAME,
  ...refColumns<Use>('locationowner', ({ locationowner }) => locationowner),
  usesColumn<Use>('quantity', ({ quantity }) => quantity),
];

const ownColumns: Column<Datacard>[] = [
  { name: 'uid', value: ({ uid }) => uid, tone: 'strong' },
  ...refColumns<Datacard>('entity', ({ entity }) => entity),
  ...refColumns<Datacard>('owner', ({ owner }) => owner),
  usesColumn<Datacard>('uses', ({ uses }) => uses),
];

export const datacardColumns: Column<Datacard>[] = [
  ...ownColumns,
  {
    name: 'assignedlocations',
    isNested: true,
    value: (datacard) => usesOf(datacard).map(toJson),
    shown: (datacard) => (usesOf(datacard).length === 0 ? 'none' : `${usesOf(datacard).length}, below`),
  },
];

export const datacardUseColumns: Column<DatacardUse>[] = [
  ...ownColumns.map((column) => of(column, ({ datacard }: DatacardUse) => datacard)),
  ...useColumns.map((column) => of(column, ({ use }: DatacardUse) => use)),
];

/** The columns for a terminal: those that one needs to assign and to revoke. */
export const listedUseColumns: Column<DatacardUse>[] = datacardUseColumns.filter(({ name }) =>
  ['uid', 'entity', 'uses', 'location_uid', 'location', 'quantity'].includes(name),
);

export function usesOf(datacard: Datacard): readonly Use[] {
  return listIn(datacard, ({ assignedlocations }) => assignedlocations.assignedlocation);
}

/** Returns a datacard once for each of its assignments, and once when it has none. */
export function linesOf(datacard: Datacard): DatacardUse[] {
  const uses = usesOf(datacard);
  return uses.length === 0 ? [{ datacard, use: undefined }] : uses.map((use) => ({ datacard, use }));
}

function toJson(use: Use) {
  return Object.fromEntries(useColumns.map(({ name, value }) => [name, value(use)]));
}

/** Leaves the cell empty when the part is missing. */
function of<Row, Part>(column: Column<Part>, get: (row: Row) => Part | undefined): Column<Row> {
  const { value, shown, tone, whole: _whole, ...rest } = column;
  const inside =
    <T>(read: (part: Part) => T, missing: T) =>
    (row: Row) => {
      const part = get(row);
      return part === undefined ? missing : read(part);
    };
  return {
    ...rest,
    value: inside(value, null),
    ...(shown && { shown: inside(shown, '') }),
    ...(typeof tone === 'string' && { tone }),
  };
}

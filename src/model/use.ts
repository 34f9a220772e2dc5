import { productionTypes } from '../domain/uid.js';
import { name, time, uid, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

/** The most uses of one record: sums of them stay exact. */
const MOST_USES = 1_000_000_000;

/**
 * Uses that a production entity has consumed, as the game reports them. They are lines of the audit trail: the table is a view of
 * those, by which an id counts once.
 */
export const use = defineModel({
  table: 'uses',
  key: ['id'],
  update: 'never',
  permanent: 'the audit trail keeps every line',
  fields: {
    id: name(),
    time: time().defaultsToNow(),
    datacard_uid: uid('datacard').references('datacards').as('datacard'),
    location_uid: uid(...productionTypes)
      .references('entities')
      .as('location'),
    uses: whole(1, MOST_USES),
  },
});

export type UseRow = Row<typeof use>;

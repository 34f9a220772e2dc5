import { EPOCH, formatGalacticTime, LAST_SECOND, toGalacticTime } from '../../domain/galactic-time.js';
import { number, text } from '../service/read-answer.js';
import type { Column } from './column.js';
import { isoDate } from './iso-date.js';

/** Columns for what many answers are made of. */

/** What refers to an entity: by its uid and by its name. */
export function refColumns<Row>(name: string, look: (row: Row) => unknown): Column<Row>[] {
  const ref = look as (row: Row) => { value: unknown; attributes: { uid: unknown } };
  return [
    { name: `${name}_uid`, value: text((row: Row) => ref(row).attributes.uid) },
    { name, value: text((row: Row) => ref(row).value) },
  ];
}

/**
 * A moment: Unix seconds for programs, game time and a date for people. JSON has all three.
 *
 * @param look finds the Unix seconds
 */
export function timeColumns<Row>(name: string, look: (row: Row) => unknown): Column<Row>[] {
  const seconds = number(look);
  const spelled = (row: Row, spell: (moment: number) => string) => {
    const moment = seconds(row);
    return moment !== null && moment >= EPOCH && moment <= LAST_SECOND ? spell(Math.trunc(moment)) : null;
  };
  const gameTime = (moment: number) => formatGalacticTime(toGalacticTime(moment));
  return [
    {
      name,
      value: seconds,
      shown: (row) => spelled(row, (moment) => `${gameTime(moment)}\n${isoDate(moment)}`) ?? String(seconds(row) ?? ''),
    },
    { name: `${name}_cgt`, value: (row) => spelled(row, gameTime), detail: true },
    { name: `${name}_date`, value: (row) => spelled(row, isoDate), detail: true },
  ];
}

/** A number of uses, of which -1 stands for unlimited ones. */
export function usesColumn<Row>(name: string, look: (row: Row) => unknown): Column<Row> {
  const uses = number(look);
  return { name, value: uses, shown: (row) => spellUses(uses(row)), align: 'right' };
}

export function spellUses(uses: number | null): string {
  return uses === -1 ? 'unlimited' : String(uses ?? '');
}

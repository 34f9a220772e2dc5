import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { refColumns, timeColumns } from '../../output/answer-columns.js';
import type { Column } from '../../output/column.js';
import { quantityColumn } from '../../output/quantity.js';
import { required } from '../../output/required.js';
import { addRoute, printRecord, readReference } from '../../service/call-route.js';
import { flag, number, text, texts } from '../../service/read-answer.js';

/** A character with all fields; private profiles and tokens with few permissions have fewer. */
type Row = Extract<PayloadOf<'GET /character[/{uid}]'>['character'], { biography: string }>;

const factionNames = texts(
  ({ factions }: Row) => factions,
  ({ value }) => value,
);

const columns: Column<Row>[] = [
  ...required<Row>([
    { name: 'uid', value: text(({ uid }) => uid), tone: 'strong' },
    { name: 'name', value: text(({ name }) => name), tone: 'strong' },
  ]),
  { name: 'image', value: text(({ image }) => image) },
  ...required<Row>([
    { name: 'isprivate', value: flag(({ attributes }) => attributes.isprivate) },
    { name: 'isbasic', value: flag(({ attributes }) => attributes.isbasic) },
  ]),
  ...refColumns<Row>('race', ({ race }) => race),
  ...refColumns<Row>('faction', ({ faction }) => faction),
  { name: 'factions', value: factionNames, shown: (row) => factionNames(row).join(', ') },
  { name: 'gender', value: text(({ gender }) => gender) },
  ...timeColumns<Row>('lastlogin', ({ lastlogin }) => lastlogin.timestamp),
  { name: 'shortdescription', value: text(({ shortdescription }) => shortdescription) },
  { name: 'biography', value: text(({ biography }) => biography) },
  quantityColumn(
    'health',
    number(({ health }) => health),
  ),
  quantityColumn(
    'healthMax',
    number(({ healthMax }) => healthMax),
  ),
  quantityColumn(
    'XP',
    number(({ XP }) => XP),
  ),
  quantityColumn(
    'XPLevel',
    number(({ XPLevel }) => XPLevel),
  ),
  quantityColumn(
    'credits',
    number(({ credits }) => credits?.value),
  ),
];

/** Creates `svcapi character`. */
export function characterCommand(context: Context): CliCommand {
  const command = new CliCommand('character', context)
    .summary('show a character')
    .description(
      'Shows a character, by default the token’s own. A private profile shows few fields to others. Health and ' +
        'experience need the permission character_stats, credits need character_credits; both are shown for the ' +
        'token’s own character only.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .example('svcapi character', 'the token’s own character')
    .example('svcapi character 1:2', 'another character, by its uid')
    .example('svcapi character --json name,credits', 'two fields as JSON')
    .action((uid?: string) =>
      printRecord(command, columns, ({ character }) => character as Row, 'GET /character[/{uid}]', { params: { uid } }),
    );
  return addRoute(command, columns);
}

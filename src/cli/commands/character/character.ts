import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, flag, printRecord, readReference } from '../../connection/call-route.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/columns.js';
import { quantityColumn, refColumns, timeColumns } from '../../output/columns.js';

/** A character; private profiles and tokens with few permissions have fewer fields. */
type Whole = Extract<PayloadOf<'GET /character[/{uid}]'>['character'], { biography: string }>;
type Row = Pick<Whole, 'uid' | 'name' | 'attributes'> & Partial<Whole>;

const columns: Column<Row>[] = [
  { name: 'uid', value: ({ uid }) => uid, tone: 'strong' },
  { name: 'name', value: ({ name }) => name, tone: 'strong' },
  { name: 'image', value: ({ image }) => image ?? null },
  { name: 'isprivate', value: ({ attributes }) => flag(attributes.isprivate) },
  { name: 'isbasic', value: ({ attributes }) => flag(attributes.isbasic) },
  ...refColumns<Row>('race', ({ race }) => race),
  ...refColumns<Row>('faction', ({ faction }) => faction),
  { name: 'factions', value: ({ factions = [] }) => factions.map(({ value }) => value ?? '') },
  { name: 'gender', value: ({ gender }) => gender ?? null },
  ...timeColumns<Row>('lastlogin', ({ lastlogin }) => lastlogin?.timestamp ?? null),
  { name: 'shortdescription', value: ({ shortdescription }) => shortdescription ?? null },
  { name: 'biography', value: ({ biography }) => biography ?? null },
  quantityColumn('health', ({ health }) => health ?? null),
  quantityColumn('healthMax', ({ healthMax }) => healthMax ?? null),
  quantityColumn('XP', ({ XP }) => XP ?? null),
  quantityColumn('XPLevel', ({ XPLevel }) => XPLevel ?? null),
  quantityColumn('credits', ({ credits }) => credits?.value ?? null),
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('character', context)
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

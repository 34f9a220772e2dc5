import test from 'ava';
import { withBatches } from '../helpers/cli/batch-world.js';

/** Returns the kind of a value, by which two meanings of a field differ. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string' && /^\d+:\d+$/.test(value)) return 'uid';
  return typeof value;
}

test('a field has one meaning in the outputs of all commands', async (t) => {
  const { run, write } = await withBatches(t);
  const rows = write('rows.csv', 'datacard,entity,uses\n14:1,4:1,1\n14:9,4:1,1\n');
  const commands = [
    ...['time', 'index', 'permissions', 'ratelimits', 'hello', 'character', 'credits', 'creditlog', 'grants', 'events'],
    ...['status', 'event 39:1', 'entity 4:1', 'datacards 20:1', 'datacards 20:1 --uses', 'datacard show 14:3'],
    ...['datacard assign 14:1 --to 4:1 --uses 1', `datacard assign --batch ${rows}`],
    ...['datacard revoke 14:3 --from 4:1'],
  ];
  const known = new Map<string, { kind: string; command: string }>();
  for (const command of commands) {
    const { stdout } = await run([...command.split(' '), '--json']);
    for (const record of [JSON.parse(stdout)].flat(1) as Record<string, unknown>[]) {
      for (const [field, value] of Object.entries(record)) {
        if (value === null || value === '') continue;
        const first = known.get(field) ?? { kind: kindOf(value), command };
        known.set(field, first);
        t.is(kindOf(value), first.kind, `${field} of svcapi ${command} and of svcapi ${first.command}`);
      }
    }
  }
  t.true(known.size > 50, `${known.size} fields`);
});

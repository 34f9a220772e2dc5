import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';

golden({
  argv: ['event', '39:1'],
  table: `\
┌──────────────┬─────────────────────────────────────────────────┐
│ uid          │ 39:1                                            │
│ receiver_uid │ 1:1                                             │
│ receiver     │ Hana Veil                                       │
│ time         │ Year 25 Day 204, 04:59:00  2024-06-17T11:59:00Z │
│ text         │ You have gained 12 experience.                  │
└──────────────┴─────────────────────────────────────────────────┘
`,
  tsv: '39:1\t1:1\tHana Veil\t1718625540\tYou have gained 12 experience.\n',
  json: {
    uid: '39:1',
    receiver_uid: '1:1',
    receiver: 'Hana Veil',
    time: 1718625540,
    time_cgt: 'Year 25 Day 204, 04:59:00',
    time_date: '2024-06-17T11:59:00Z',
    text: 'You have gained 12 experience.',
  },
  fields: { text: 'You have gained 12 experience.', uid: '39:1' },
  csv: 'uid,receiver_uid,receiver,time,text\n39:1,1:1,Hana Veil,1718625540,You have gained 12 experience.\n',
  xml: { path: '/event/39:1' },
});

const refused: [uid: string, code: number, message: string][] = [
  ['39:2', 6, 'There is no such entity, or it is not visible to this token.'],
  ['39:99', 6, 'There is no such entity, or it is not visible to this token.'],
  ['1:1', 2, 'uid: It must be the uid of an event, such as 39:12.'],
  ['', 2, 'the uid or the name is empty; give one such as 1:12'],
];

for (const [uid, code, message] of refused) {
  test(`no event for “${uid}”`, async (t) => {
    const { run } = await withService(t);
    t.deepEqual(await run(['event', uid]), { code, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

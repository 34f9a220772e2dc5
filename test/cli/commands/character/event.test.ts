import { golden } from '../../../helpers/cli/golden.js';

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
  xml: { path: '/event/39:1' },
});

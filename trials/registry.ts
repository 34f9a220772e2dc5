import { access } from './access/access.js';
import { closes } from './closes/closes.js';
import { commands } from './commands/commands.js';
import { faults } from './faults/faults.js';
import { fuzz } from './fuzz/fuzz.js';
import { kill } from './kill/kill.js';
import { limits } from './limits/limits.js';
import { power } from './power/power.js';
import { signIns } from './sign-ins/sign-ins.js';
import { signals } from './signals/signals.js';
import { slow } from './slow/slow.js';
import { stops } from './stops/stops.js';
import type { Trial } from './trial.js';
import { week } from './week/week.js';

/** THE list of trials, in the order of the page. */
export const trials: readonly Trial[] = [
  kill,
  commands,
  signals,
  power,
  fuzz,
  stops,
  access,
  limits,
  signIns,
  slow,
  faults,
  week,
  closes,
];

import { ServiceError } from '../../client/errors.js';
import { formatGalacticTime, type GalacticTime } from '../../domain/galactic-time.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import {
  dateIn,
  guessForm,
  readTimestamp,
  type TimeForm,
  type TimeSource,
  timeAdvice,
  withoutSign,
} from '../input/read-time.js';
import type { TimeZone } from '../input/time-zone.js';
import type { Column } from '../output/column.js';
import { exitOf } from '../output/explain-error.js';
import { required } from '../output/required.js';
import { connectTo } from './connect.js';
import { number, timestamp as timestampOf } from './read-answer.js';
import { findService } from './service.js';

/** A time as the service answers it. */
type RemoteTime = GalacticTime & { timestamp: number };

const timestamp = timestampOf((time: RemoteTime) => time.timestamp);

/** Returns the columns of `svcapi time --remote`: as `timestampColumns`, but with the values of the service. */
export function remoteTimeColumns(zone?: TimeZone): Column<RemoteTime>[] {
  return required<RemoteTime>([
    { name: 'timestamp', value: timestamp, align: 'right' },
    { name: 'cgt', value: gameTime, tone: 'strong' },
    { name: 'date', value: (time) => date(time, zone) },
  ]);
}

/** The clock of a service. */
export interface RemoteClock {
  now(): Promise<RemoteTime>;
  /** @throws {CliError} when the service rejects the value */
  convert(text: string, form?: TimeForm): Promise<RemoteTime>;
}

/** Returns the clock of the service of the settings. */
export async function remoteClock(command: CliCommand, source: TimeSource): Promise<RemoteClock> {
  const { context } = command;
  const connection = connectTo(await findService(command), context);
  async function now() {
    const { svcapi, timestamp } = (await connection.call('GET /api/time')).envelope;
    return { ...svcapi, timestamp };
  }
  return {
    now,
    async convert(text, form = guessForm(text)) {
      if (form === 'now') return now();
      // The service does not accept dates: send Unix seconds.
      const time = () => (form === 'date' ? readTimestamp(text, source, form) : withoutSign(text));
      const body = form === 'cgt' ? { cgt: text } : { time: time() };
      try {
        return (await connection.call('POST /api/time', { body })).envelope.svcapi;
      } catch (error) {
        if (!(error instanceof ServiceError && exitOf(error) === 'usage')) throw error;
        // Behind the first sentence are the parameters that the service accepts, not those of the command line.
        throw usageError(timeAdvice(error.message.replace(/\.( .*)?$/s, ''), form));
      }
    },
  };
}

function gameTime(time: RemoteTime): string | null {
  const parts = (['years', 'days', 'hours', 'mins', 'secs'] as const).map((part) =>
    number((all: RemoteTime) => all[part])(time),
  );
  if (parts.includes(null)) return null;
  const [years, days, hours, mins, secs] = parts as [number, number, number, number, number];
  return formatGalacticTime({ years, days, hours, mins, secs });
}

function date(time: RemoteTime, zone: TimeZone | undefined): string | null {
  const seconds = timestamp(time);
  return seconds !== null && Number.isSafeInteger(seconds) ? dateIn(zone, seconds) : null;
}

import { formatGalacticTime, type GalacticTime } from '../../domain/galactic-time.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { guessForm, readTimestamp, type TimeForm } from '../input/read-time.js';
import type { Column } from '../output/column.js';
import { isoDate } from '../output/iso-date.js';
import { connect } from './connect.js';
import { number } from './read-answer.js';

/** A time as the service answers it. */
type RemoteTime = GalacticTime & { timestamp: number };

const timestamp = number((time: RemoteTime) => time.timestamp);

/** The columns of `svcapi time --remote`: as `timestampColumns`, but with the values of the service. */
export const remoteTimeColumns: Column<RemoteTime>[] = [
  { name: 'timestamp', value: timestamp, align: 'right' },
  { name: 'cgt', value: gameTime, tone: 'strong' },
  { name: 'date', value: date },
];

/** The clock of a service. */
export interface RemoteClock {
  now(): Promise<RemoteTime>;
  /** @throws {ServiceError} when the service rejects the value */
  convert(text: string, form?: TimeForm): Promise<RemoteTime>;
}

/** Returns the clock of the service of the settings. */
export async function remoteClock(context: Context, command: CliCommand): Promise<RemoteClock> {
  const connection = await connect(context, command);
  return {
    async now() {
      const { svcapi, timestamp } = (await connection.call('GET /api/time')).envelope;
      return { ...svcapi, timestamp };
    },
    async convert(text, form = guessForm(text)) {
      // The service does not accept dates: send Unix seconds.
      const body = form === 'cgt' ? { cgt: text } : { time: form === 'date' ? readTimestamp(text, form) : text };
      return (await connection.call('POST /api/time', { body })).envelope.svcapi;
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

function date(time: RemoteTime): string | null {
  const seconds = timestamp(time);
  return seconds !== null && Number.isSafeInteger(seconds) ? isoDate(seconds) : null;
}

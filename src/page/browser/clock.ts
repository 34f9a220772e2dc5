import { type GalacticTime, toGalacticTime } from '../../domain/galactic-time.js';
import { byId } from './by-id.js';

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });

const local = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The last second that a Date can hold. */
const LAST_DATE = 8.64e12;

/** Milliseconds until the clock is synchronized again: clocks of devices drift by seconds a day. */
const SYNCHRONIZED_FOR = 10 * 60 * 1000;

/** Shows a time, in Unix seconds, until it is called without one; then the clock continues. */
export type ShowTime = (timestamp: number | undefined) => void;

/** Shows the time of the service: the device's, plus the difference of the two. */
export function startClock(): ShowTime {
  let offset = 0;
  let synchronizedAt = Number.NEGATIVE_INFINITY;
  let shown: number | undefined;
  const synchronize = async () => {
    const sentAt = Date.now();
    try {
      const response = await fetch('api/time', { cache: 'no-store', headers: { Accept: 'application/json' } });
      const { timestamp } = (await response.json()) as { timestamp: number };
      synchronizedAt = Date.now();
      // The service read its clock about half-way; a whole number of seconds hides half a second on average.
      offset = timestamp * 1000 + 500 - (sentAt + synchronizedAt) / 2;
    } catch {
      // The page names the clock that it shows.
    }
  };
  const showNow = () => {
    const now = Date.now() + offset;
    const isKnown = Number.isFinite(synchronizedAt);
    render(now / 1000, `${utc.format(now)} UTC${isKnown ? '' : ', by the clock of this device'}`);
  };
  const tick = () => {
    if (shown === undefined) showNow();
    setTimeout(tick, 1000 - ((Date.now() + offset) % 1000));
  };
  document.addEventListener('visibilitychange', () => {
    const isOld = Math.abs(Date.now() - synchronizedAt) > SYNCHRONIZED_FOR;
    if (document.visibilityState === 'visible' && isOld) void synchronize();
  });
  void synchronize().then(tick);
  return (timestamp) => {
    shown = timestamp;
    if (timestamp === undefined) showNow();
    else render(timestamp, describe(timestamp));
  };
}

function render(timestamp: number, words: string): void {
  const cgt = toGalacticTime(timestamp);
  byId('clock-day').textContent = `Year ${cgt.years} Day ${cgt.days}`;
  byId('clock-time').textContent = [cgt.hours, cgt.mins, cgt.secs].map((part) => `${part}`.padStart(2, '0')).join(':');
  byId('clock-earth').textContent = words;
  turnPlanets(cgt);
}

function turnPlanets({ days, hours, mins, secs }: GalacticTime): void {
  const hour = (mins + secs / 60) / 60;
  const day = (hours + hour) / 24;
  for (const [name, part] of Object.entries({ hour, day, year: (days - 1 + day) / 365 })) {
    byId(`planet-${name}`).setAttribute('transform', `rotate(${(part * 360).toFixed(2)})`);
    byId(`gone-${name}`).setAttribute('stroke-dasharray', `${part.toFixed(4)} 1`);
  }
}

function describe(timestamp: number): string {
  if (timestamp > LAST_DATE) return `Unix second ${timestamp}, too far away for a date`;
  return `${utc.format(timestamp * 1000)} UTC\n${local.format(timestamp * 1000)} where you are, Unix ${timestamp}`;
}

import { toGalacticTime } from '../../domain/galactic-time.js';
import { byId } from './element.js';
import { turnOrrery } from './orrery.js';
import type { ServiceClock } from './service-clock.js';

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });

const local = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The last second that a Date can hold. */
const LAST_DATE = 8.64e12;

/** The face of the clock. */
export interface ClockFace {
  /** Shows a time, in Unix seconds, until it is called without one; then the clock goes on. */
  show(timestamp: number | undefined): void;
}

/** Starts the clock of the page, which shows the time of the service, or a time that was asked for. */
export function startClock(clock: ServiceClock): ClockFace {
  const day = byId('clock-day');
  const time = byId('clock-time');
  const earth = byId('clock-earth');
  let asked: number | undefined;
  const render = (seconds: number, words: string) => {
    const cgt = toGalacticTime(seconds);
    day.textContent = `Year ${cgt.years} Day ${cgt.days}`;
    time.textContent = [cgt.hours, cgt.mins, cgt.secs].map((part) => String(part).padStart(2, '0')).join(':');
    earth.textContent = words;
    turnOrrery(cgt);
  };
  const go = () => {
    const now = clock.now();
    render(now / 1000, `${utc.format(now)} UTC${clock.isKnown ? '' : ', by the clock of this device'}`);
  };
  const tick = () => {
    if (asked === undefined) go();
    setTimeout(tick, 1000 - (clock.now() % 1000));
  };
  void clock.synchronize().then(tick);
  return {
    show(timestamp) {
      asked = timestamp;
      if (timestamp === undefined) go();
      else render(timestamp, describe(timestamp));
    },
  };
}

/** Returns a time in words: in UTC, and where the reader is. */
function describe(timestamp: number): string {
  if (timestamp > LAST_DATE) return `Unix second ${timestamp}, too far away for a date`;
  return `${utc.format(timestamp * 1000)} UTC\n${local.format(timestamp * 1000)} where you are, Unix ${timestamp}`;
}

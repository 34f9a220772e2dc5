import { toGalacticTime } from '../../domain/galactic-time.js';
import { byId } from './element.js';
import { turnOrrery } from './orrery.js';
import type { ServiceClock } from './service-clock.js';

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });

/** Starts the clock of the page, which shows the time of the service. */
export function startClock(clock: ServiceClock): void {
  const day = byId('clock-day');
  const time = byId('clock-time');
  const earth = byId('clock-earth');
  const tick = () => {
    const now = clock.now();
    const cgt = toGalacticTime(now / 1000);
    day.textContent = `Year ${cgt.years} Day ${cgt.days}`;
    time.textContent = [cgt.hours, cgt.mins, cgt.secs].map((part) => String(part).padStart(2, '0')).join(':');
    earth.textContent = `${utc.format(now)} UTC${clock.isKnown ? '' : ', by the clock of this device'}`;
    turnOrrery(cgt);
    setTimeout(tick, 1000 - (now % 1000));
  };
  void clock.synchronize().then(tick);
}

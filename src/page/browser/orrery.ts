import type { GalacticTime } from '../../domain/galactic-time.js';
import { byId } from './element.js';

/** Turns the planets to the positions of the year, the day and the hour. */
export function turnOrrery({ days, hours, mins, secs }: GalacticTime): void {
  const hour = (mins + secs / 60) / 60;
  const day = (hours + hour) / 24;
  turn('hour', hour);
  turn('day', day);
  turn('year', (days - 1 + day) / 365);
}

function turn(name: string, part: number): void {
  byId(`planet-${name}`).setAttribute('transform', `rotate(${(part * 360).toFixed(2)})`);
  byId(`gone-${name}`).setAttribute('stroke-dasharray', `${part.toFixed(4)} 1`);
}

import { readdirSync } from 'node:fs';
import { residentBytes } from '../../bench/proc.js';
import { queryChild, type Server } from '../../bench/server.js';
import { median } from '../../bench/statistics.js';

/** What a service uses after a part of the load, and how fast it was. */
export interface Measurement {
  /** Resident memory, in bytes. */
  resident: number;
  /** Reachable memory, heap and buffers, in bytes. */
  reachable: number;
  /** Open descriptors. */
  descriptors: number;
  /** The median time of an answer under load, in milliseconds. */
  latency: number;
}

/** What observe.ts reports from inside the service. */
export interface Observation {
  /** Reachable memory, heap and buffers, in bytes. */
  reachable: number;
  /** Answers with a status of 500 or above, since the start. */
  serverErrors: number;
}

/**
 * Takes the measurements of a service after a part of the load.
 *
 * @param latency the median time of an answer during the part, in milliseconds
 * @returns them, with the number of answers since the start whose status was 500 or above
 */
export async function measure(
  service: Server,
  latency: number,
): Promise<{ measurement: Measurement; serverErrors: number }> {
  const { reachable, serverErrors } = await queryChild<Observation>(service, 'observe');
  const resident = residentBytes(service.pid).now;
  const descriptors = readdirSync(`/proc/${service.pid}/fd`).length;
  return { measurement: { reachable, resident, descriptors, latency }, serverErrors };
}

/** The growth that is allowed: a factor, and an amount that is no matter. */
const TOLERANCES: Record<keyof Measurement, { factor: number; amount: number; unit: string; one: number }> = {
  reachable: { factor: 1.1, amount: 20e6, unit: 'MB', one: 1e6 },
  resident: { factor: 1.15, amount: 30e6, unit: 'MB', one: 1e6 },
  descriptors: { factor: 1, amount: 20, unit: 'descriptors', one: 1 },
  latency: { factor: 1.5, amount: 5, unit: 'ms', one: 1 },
};

/**
 * Compares the last tenth of the measurements with the second: the first warms up.
 *
 * @returns a sentence for each that has grown
 */
export function growthOf(measurements: readonly Measurement[], judged: readonly (keyof Measurement)[]): string[] {
  const tenth = Math.max(1, Math.floor(measurements.length / 10));
  return judged.flatMap((name) => {
    const { factor, amount, unit, one } = TOLERANCES[name];
    const values = measurements.map((each) => each[name]);
    const [first, last] = [median(values.slice(tenth, 2 * tenth)), median(values.slice(-tenth))];
    const shown = (value: number) => (value / one).toFixed(1);
    return last <= first * factor + amount
      ? []
      : [`${name}: ${shown(last)} ${unit} in the end, ${shown(first)} at first`];
  });
}

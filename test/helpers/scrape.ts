import { call, type Server } from './server.js';

/** Returns the address of the metrics, from the log. */
export function metricsOf({ log }: Server): string {
  const line = log.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'metrics');
  return line?.url;
}

/** Every line of the metrics, as a value by its name and labels. */
export async function scrape(server: Server): Promise<Map<string, number>> {
  const { status, text } = await call(metricsOf(server));
  if (status !== 200) throw new Error(`${status} ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
}

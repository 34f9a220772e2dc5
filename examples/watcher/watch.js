/**
 * Reports each payment above a threshold, until the signal aborts. A later run goes on where this one has left off.
 *
 * @param {import('svcapi-client').Client} client
 * @param {object} options
 * @param {string} options.character
 * @param {number} options.above
 * @param {(line: string) => void} options.tell
 * @param {{ read(): Promise<string | undefined>, write(place: string): Promise<void> }} options.place
 * @param {AbortSignal} options.signal
 */
export async function watch(client, { character, above, tell, place, signal }) {
  const payments = client.followCreditLog(character, {
    signal,
    lastEventId: await place.read(),
    onPlace: (now) => place.write(now),
    onReset: () => tell('some payments were removed: read the whole log'),
  });
  try {
    for await (const { amount, sender, receiver } of payments) {
      if (amount > above) tell(`${sender.value} paid ${amount} to ${receiver.value}`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

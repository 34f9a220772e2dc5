import type { FollowOptions } from '../../client/follow-stream.js';
import type { RawRequest } from '../../client/request.js';
import type { CliCommand } from '../command.js';
import { interruptible } from '../interrupt.js';
import type { Column } from '../output/columns.js';
import { withAdvice } from '../output/explain-error.js';
import { createPrinter, printUntilFailure } from '../output/print.js';
import { refuseXml } from './call-route.js';
import { type Connection, connect } from './connect.js';

export interface FollowedList<Item, Message = Item> {
  request: RawRequest;
  read(message: Message): Item;
  /** Returns the items before the stream, oldest first; undefined to begin now. */
  earlier?: (() => AsyncIterable<Item>) | undefined;
  idOf(item: Item): string | number | null;
}

/** Prints new items until Ctrl-C, which prints how to continue. */
export async function printFollowed<Item, Message>(
  command: CliCommand,
  columns: readonly Column<Item>[],
  open: (connection: Connection) => Promise<FollowedList<Item, Message>>,
): Promise<void> {
  const printer = createPrinter(command, columns, { isEndless: true });
  refuseXml(printer, '--follow');
  await interruptible(command.context, 'no longer following', async (signal) => {
    const connection = await connect(command, signal);
    const list = await open(connection);
    let last: string | number | null = null;
    async function* remembered(): AsyncGenerator<Item> {
      for await (const item of followList(command, connection, list, signal)) {
        yield item;
        last = list.idOf(item);
      }
    }
    const failure = await printUntilFailure(remembered(), printer, '');
    if (!failure) return;
    throw last === null ? failure.cause : withAdvice(failure.cause, `continue with --after ${last}`);
  });
}

async function* followList<Item, Message>(
  { context, path }: CliCommand,
  connection: Connection,
  { request, read, earlier, idOf }: FollowedList<Item, Message>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const onReset = () =>
    context.info(`Warning: items may be missing here, since they were removed; read them with ${path}.`);
  const stream = (options: FollowOptions) =>
    connection.follow<Message>({ ...request, signal }, { onReset, ...options });
  const known = new Set<unknown>();
  let lastEventId: string | undefined;
  if (earlier) {
    // The stream begins here: what arrives while the earlier items are read comes after them.
    const begun = new Error('the place is known');
    const onPlace = (place: string) => {
      lastEventId = place;
      throw begun;
    };
    await stream({ onPlace })
      .next()
      .catch((error: unknown) => {
        if (error !== begun) throw error;
      });
    for await (const item of earlier()) {
      yield item;
      known.add(idOf(item));
    }
  }
  for await (const message of stream({ lastEventId })) {
    const item = read(message);
    if (!known.has(idOf(item))) yield item;
  }
}

/** How many rows are held at a time. */
export const PAGE = 1000;

interface Query<Row> {
  execute(): Promise<Row[]>;
}

/** Page after page of a query: its first one, and then what comes after the last row of the page before. */
export async function* pages<Row>(first: Query<Row>, after: (last: Row) => Query<Row>): AsyncGenerator<Row[]> {
  let rows = await first.execute();
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    rows = await after(last).execute();
  }
}

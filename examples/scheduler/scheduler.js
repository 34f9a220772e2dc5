const { ServiceError } = require('svcapi-client');

/**
 * Assigns uses of datacards to production sites, each order once, however often this is run again for the same day.
 *
 * @param {import('svcapi-client').Client} client
 * @param {string} day names the orders of this run, such as `2026-06-16`
 * @param {{ datacard: string, site: string, uses: number }[]} orders
 * @returns the orders with what became of them
 */
async function assignAll(client, day, orders) {
  const done = [];
  for (const order of orders) {
    const { datacard, site, uses } = order;
    try {
      const { data } = await client.call('POST /datacard/{uid}', {
        params: { uid: datacard },
        body: { production_entity_uid: site, uses },
        idempotencyKey: `${day} ${datacard} ${site}`,
      });
      done.push({ ...order, total: data.assignments.assignment[0].newquantity });
    } catch (error) {
      // One order that is refused does not hold up the others.
      if (!(error instanceof ServiceError) || error.code !== 'not_enough_uses') throw error;
      done.push({ ...order, problem: error.message });
    }
  }
  return done;
}

module.exports = { assignAll };

import { query } from '../../test/helpers/database.js';

// Drops databases of trials: node drop-databases.js NAME…, on the server of SVCAPI_TRIAL_POSTGRES_URL.
const server = process.env.SVCAPI_TRIAL_POSTGRES_URL ?? '';
for (const name of process.argv.slice(2)) await query(server, `drop database if exists ${name} with (force)`);

import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, warning } from './finding.js';

/** Checks that one client address leaves connections and requests in flight to the others. */
export function checkLimits(settings: ServerSettings): Finding {
  const { maxConnections, maxConnectionsPerAddress, maxRequests, maxRequestsPerAddress } = settings;
  if (maxConnectionsPerAddress >= maxConnections) {
    const next = 'set --max-connections-per-address lower than --max-connections';
    return warning('load limits', `one address may take all ${maxConnections} connections`, next);
  }
  if (maxRequestsPerAddress >= maxRequests) {
    const next = 'set --max-requests-per-address lower than --max-requests';
    return warning('load limits', `one address may take all ${maxRequests} requests in flight`, next);
  }
  return ok(
    'load limits',
    `${maxConnections} connections, ${maxConnectionsPerAddress} an address; ` +
      `${maxRequests} requests in flight, ${maxRequestsPerAddress} an address`,
  );
}

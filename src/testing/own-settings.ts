import type { SettingName } from '../settings/index.js';

/** Settings of the service that the server of a test has itself. */
export const OWN_SETTINGS: readonly SettingName[] = [
  'host',
  'port',
  'metricsHost',
  'metricsPort',
  'redis',
  'redisPrefix',
  'oidcIssuer',
  'oidcClientId',
  'oidcClientSecretFile',
  'oidcName',
  'oidcCreate',
  'databaseConnections',
  'logLevel',
  'drainDelay',
  'shutdownTimeout',
];

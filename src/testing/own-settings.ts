/** The settings that the server of a test chooses itself. */
export const OWN_SETTINGS = /^(host|port|metrics|redis|oidc|databaseConnections|logLevel|drainDelay|shutdownTimeout)/;

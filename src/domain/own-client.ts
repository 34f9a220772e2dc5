/** The command line, a client that every service knows. Its row is created when somebody first signs in with it. */
export const commandLine = { id: 'svcapi-cli', name: 'svcapi (command line)' } as const;

/** The ids that no other client can have: that of the command line, and one for a page that signs in. */
export const reservedClientIds: readonly string[] = [commandLine.id, 'svcapi-page'];

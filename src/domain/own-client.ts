/**
 * The clients that every service has by itself. They can keep no secret. The row of each is made when somebody first signs
 * in with it.
 */
export const commandLine = { id: 'svcapi-cli', name: 'svcapi (command line)' } as const;

/** The documentation page, whose explorer signs in. */
export const documentationPage = { id: 'svcapi-page', name: 'svcapi (documentation page)' } as const;

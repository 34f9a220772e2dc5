/** The program of the thread in which a server runs. The bundle has another place for it. */
export const threadFile: string | URL = new URL('./thread.js', import.meta.url);

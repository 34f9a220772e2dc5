type Library = typeof import('oidc-provider');

let library: Promise<Library> | undefined;

/** Loads oidc-provider when it is first needed: that takes 90 ms. */
export function loadLibrary(): Promise<Library> {
  library ??= importSilently();
  return library;
}

/** Keeps the warning out of the log with which the library greets the oldest Node.js that this program supports. */
async function importSilently(): Promise<Library> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

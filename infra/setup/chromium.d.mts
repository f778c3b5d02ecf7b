/** Returns the path of a Chromium. Ends the process with an installation command if none is available. */
export function chromiumPath(): Promise<string>;

/** The path of a Chromium; ends the process with the command to type where there is none to be had. */
export function chromiumPath(): Promise<string>;

/** The server without its pages: what is measured here is the API, and no build of the browser's files is needed. */
import { runMain } from '#services/main.ts';

runMain(async () => undefined);

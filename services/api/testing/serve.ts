/** The program without its pages, for tests of the API over real HTTP, which need no build. */
import { runMain } from '#services/main.ts';

runMain(async () => undefined);

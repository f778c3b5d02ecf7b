/** The server without the browser's pages, which have to be built first: for tests of the API and the sockets. */
import { runMain } from '../../services/main.ts';

runMain(async () => undefined);

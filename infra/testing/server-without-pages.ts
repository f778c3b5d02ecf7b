/**
 * Starts the server without the browser's pages, which need a build. For tests of the API and the sockets.
 */
import { runMain } from '../../services/main.ts';

runMain(async () => undefined);

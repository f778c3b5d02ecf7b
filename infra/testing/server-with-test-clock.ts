/**
 * Starts the server with a clock that its test controls. CLOCK_AHEAD_MS sets the initial offset; each IPC
 * message adds milliseconds. Tests can skip months without waiting.
 */
import { runMain } from '../../services/main.ts';
import { openServerPorts } from '../../services/start/server-ports.ts';
import { openStubPages } from './stub-renderer.ts';

let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
process.on('message', milliseconds => {
  ahead += Number(milliseconds);
  process.send?.(ahead);
});

const withoutPages = async () => undefined;
const pages = { '0': withoutPages, stub: openStubPages }[process.env.PAGES ?? ''];

runMain(pages, async env => ({ ...(await openServerPorts(env)), clock: { now: () => Date.now() + ahead } }));

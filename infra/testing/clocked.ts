/**
 * The server with a clock that its test moves: so far ahead at the start (CLOCK_AHEAD_MS), and further with each message
 * from the process that started it. Months pass while nobody waits.
 */
import { runMain } from '../../services/main.ts';
import { openPorts } from '../../services/start/server-ports.ts';

let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
process.on('message', milliseconds => {
  ahead += Number(milliseconds);
  process.send?.(ahead);
});

const pageless = process.env.PAGES === '0' ? async () => undefined : undefined;

runMain(pageless, async env => ({ ...(await openPorts(env)), clock: { now: () => Date.now() + ahead } }));

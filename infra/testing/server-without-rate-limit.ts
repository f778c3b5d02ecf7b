/**
 * Starts the server without pages and without the rate limit of an account, for programs that send requests
 * without pauses.
 */
import { runMain } from '../../services/main.ts';
import { openServerPorts } from '../../services/start/server-ports.ts';

const acts = { perSecond: 1_000_000, burst: 1_000_000 };

runMain(
  async () => undefined,
  async env => ({ ...(await openServerPorts(env)), acts }),
);

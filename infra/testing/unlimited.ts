/** The server for programs that act as quickly as they are answered, which is more than an account may; without pages. */
import { runMain } from '../../services/main.ts';
import { openPorts } from '../../services/start/server-ports.ts';

const acts = { perSecond: 1_000_000, burst: 1_000_000 };

runMain(
  async () => undefined,
  async env => ({ ...(await openPorts(env)), acts }),
);

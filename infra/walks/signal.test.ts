/** Stop signals to a server at the moment when it becomes ready. */
import { expect, it } from 'vitest';
import { startServer } from '../testing/server.ts';

it('a server stops on a signal sent as soon as it is ready, repeatedly and after a killed process', async () => {
  const how = { pages: false, env: { DEMO: '0' }, run: ['api', 'worker'] };
  for (let round = 0; round < 2; round++) {
    const { dataDir, stop } = await startServer(how);
    await stop({ keep: true, signal: 'SIGKILL' });
    const next = await startServer({ ...how, dataDir });
    await next.stop();
    await expect(fetch(`${next.url}/healthz`)).rejects.toThrow();
  }
});

/** A signal that comes at an odd moment is taken all the same. */
import { expect, it } from 'vitest';
import { startServer } from '../testing/server.ts';

it('as it says that it is ready, again and again, also where one was killed before it', async () => {
  const how = { pages: false, env: { DEMO: '0' }, run: ['api', 'worker'] };
  for (let round = 0; round < 3; round++) {
    const { dataDir, stop } = await startServer(how);
    await stop({ keep: true, signal: 'SIGKILL' });
    const next = await startServer({ ...how, dataDir });
    await next.stop();
    await expect(fetch(`${next.url}/healthz`)).rejects.toThrow();
  }
});

/** Fairness: one account floods the server with expensive requests while another account reads its list. */
import { existsSync } from 'node:fs';
import { serverFlags } from '../setup/server-flags.mjs';
import { startServer } from '../testing/server.ts';
import { runK6ScriptOnDemo } from './k6.ts';
import { startNodeUsageSampling } from './node-metrics.ts';
import type { LoadScenario } from './scenarios.ts';

const seconds = process.env.LOAD_SECONDS || '20';
const built = new URL('../../dist/server/entry-server.js', import.meta.url);

/** Starts a server with the demo and with pages, which are its most expensive requests. */
const startDemo = () =>
  startServer({ env: { DEMO: '1' }, node: [...serverFlags, ...(process.env.SERVER_ARGS?.split(' ') ?? [])] });

export const fairnessScenario: LoadScenario = {
  name: 'fair',
  what: 'sixty of each heavy read at once by one account, and another account’s list (the demo, one node)',
  alone: true,
  missing: () => (existsSync(built) ? undefined : 'the pages are not built: run npm run build'),
  run: async () => {
    const server = await startDemo();
    try {
      const end = startNodeUsageSampling(server.url);
      const ran = await runK6ScriptOnDemo('fair.js', { URLS: server.url, SECONDS: seconds });
      const { blockedMs } = await end();
      const value = (metric: string, stat: string) => ran.of(metric, stat) ?? Number.NaN;
      return {
        ran,
        also: [
          { what: 'list during a flood, longest', value: value('flooded_list_ms', 'max'), unit: 'ms' },
          { what: '/healthz during a flood, longest', value: value('flooded_health_ms', 'max'), unit: 'ms' },
          { what: 'answered of the flood', value: value('flood_answered', 'count'), unit: '' },
          { what: 'refused of the flood', value: value('flood_refused', 'count'), unit: '' },
          { what: 'longest turn of the event loop', value: blockedMs, unit: 'ms' },
        ],
      };
    } finally {
      await server.stop();
    }
  },
};

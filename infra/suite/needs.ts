/** Provides what layers need. Each need is provided once, while layers without needs run. */
import { chromiumPath } from '../setup/chromium.mjs';
import { prepareDemo } from '../testing/server.ts';
import type { LayerNeed } from './layers.ts';
import { runScript } from './run-script.ts';

/** Runs a script in its own process. Resolves with its NOT RUN lines. @throws Error if it fails */
async function got(script: string, why: string, quiet = false): Promise<string[]> {
  const { ok, notRun } = await runScript([script], { quiet });
  if (!ok) throw new Error(why);
  return notRun;
}

/** Resolve with the NOT RUN lines of unavailable servers. */
const getters: Record<LayerNeed, () => Promise<string[]>> = {
  chromium: async () => {
    await got('infra/setup/chromium.mjs', 'Chromium could not be installed. See above');
    process.env.ARCHLINE_CHROMIUM = await chromiumPath();
    return [];
  },
  servers: () =>
    got('infra/servers/install-servers.ts', 'the servers of the tests could not be installed. See above'),
  demo: async () => {
    await prepareDemo();
    return [];
  },
  pages: () => got('infra/setup/pages.mjs', 'the pages could not be built. See above', true),
};

const begun = new Map<LayerNeed, Promise<string[]>>();

/** Provides a need once. Resolves with its NOT RUN lines. @throws Error if it is unavailable */
export function provideLayerNeed(what: LayerNeed): Promise<string[]> {
  const getting = begun.get(what) ?? getters[what]();
  begun.set(what, getting);
  return getting;
}

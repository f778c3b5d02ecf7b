/** What layers need before they begin: got once, at the same time as layers that do without. */
import { chromiumPath } from '../setup/chromium.mjs';
import { makeDemo } from '../testing/server.ts';
import type { Need } from './layers.ts';
import { node } from './program.ts';

const getters: Record<Need, () => Promise<unknown>> = {
  chromium: async () => {
    // Another process installs it: it would hold up what is printed here.
    await node(['infra/setup/chromium.mjs']);
    process.env.ARCHLINE_CHROMIUM = await chromiumPath();
  },
  servers: () => node(['infra/servers/get.ts']),
  demo: () => makeDemo(),
  pages: async () => {
    const { ok } = await node(['infra/setup/pages.mjs'], { quiet: true });
    if (!ok) throw new Error('the pages could not be built');
  },
};

const begun = new Map<Need, Promise<unknown>>();

/** Gets it, or waits for it where it was asked for before. */
export function need(what: Need): Promise<unknown> {
  const getting = begun.get(what) ?? getters[what]();
  begun.set(what, getting);
  return getting;
}

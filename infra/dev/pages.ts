/** Pages for `npm run dev`, rendered from the sources of web/, which Vite's process transforms. */
import { Hono } from 'hono';
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner';
import type { ApiEnv } from '#services/http/context.ts';
import type { OpenPages } from '#services/start/http-service.ts';
import type { BuildFiles } from '../../services/pages/assets.ts';
import { createPageRenderer, type ServerBundle } from '../../services/pages/page-renderer.ts';
import { createPagesApp } from '../../services/pages/pages.ts';
import type { ServerMessage, ViteMessage, ViteRequest, ViteResponse } from './protocol.ts';

const waiting = new Map<number, (answer: ViteResponse) => void>();
let asked = 0;
let isStale = true;

process.on('message', (message: ViteMessage) => {
  if (message.kind === 'stale') {
    isStale = true;
    return;
  }
  waiting.get(message.id)?.(message.answer);
  waiting.delete(message.id);
});

/**
 * Requests a module from Vite. Shared rules and read models stay Node's own modules, so that the server has
 * one instance of each table.
 */
function invoke(payload: ViteRequest): Promise<ViteResponse> {
  const url = fetchedUrl(payload);
  if (url?.startsWith('file:')) return Promise.resolve({ result: { externalize: url, type: 'module' } });
  return new Promise(resolve => {
    asked += 1;
    waiting.set(asked, resolve);
    process.send?.({ kind: 'invoke', id: asked, payload } satisfies ServerMessage);
  });
}

function fetchedUrl(payload: ViteRequest): string | undefined {
  if (payload.type !== 'custom' || payload.data.name !== 'fetchModule') return undefined;
  return payload.data.data[0];
}

const runner = new ModuleRunner({ transport: { invoke }, hmr: false }, new ESModulesEvaluator());

const start = (page: string) => `/infra/dev/start.client.ts?page=${page}`;

function unbuilt(styles: string): BuildFiles {
  return {
    manifest: { routes: { __root__: { scripts: [{ attrs: { type: 'module', src: start('app') } }] } } },
    stylesOf: () => ({ text: styles, files: [] }),
    pageCss: styles,
    pageScript: start('page'),
    shareScript: start('share'),
    wearScript: start('wear'),
    wearImports: [],
    // No service worker in development: a phone would cache old pages and scripts.
    wearWorker: null,
    viewBytes: { patient: 0, colleague: 0, model: 0 },
    font: null,
  };
}

async function loadRenderer() {
  runner.clearCache();
  const bundle = await runner.import<ServerBundle>('/web/entry-server.tsx');
  const { allStylesText } = await runner.import<typeof import('./styles.ts')>('/infra/dev/styles.ts');
  return createPageRenderer(bundle, unbuilt(allStylesText));
}

/** Opens pages that are rendered from the current sources at each request. */
export const openDevPages: OpenPages = async deps => api => {
  const dist = '/nowhere';
  const load = async () => createPagesApp({ ...deps, renderer: await loadRenderer(), dist }, api);
  let loading: Promise<Hono<ApiEnv>> | undefined;
  const pages = () => {
    if (isStale || !loading) {
      isStale = false;
      loading = load();
      loading.catch(() => {
        isStale = true;
      });
    }
    return loading;
  };
  // Starts loading before the first request.
  pages().catch((error: unknown) => console.error(error));
  return new Hono<ApiEnv>().all('*', async c => (await pages()).fetch(c.req.raw, c.env));
};

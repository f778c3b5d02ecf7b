/** The pages under `npm run dev`: rendered with the sources of web/, which Vite's process transforms. */
import { Hono } from 'hono';
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner';
import type { ApiEnv } from '#services/http/context.ts';
import type { OpenPages } from '#services/main.ts';
import type { BuildFiles } from '../../services/pages/assets.ts';
import { createRenderer, type ServerBundle } from '../../services/pages/page-renderer.ts';
import { pagesApp } from '../../services/pages/pages.ts';
import type { Answer, FromServer, FromVite, Payload } from './protocol.ts';

const waiting = new Map<number, (answer: Answer) => void>();
let asked = 0;
let isStale = true;

process.on('message', (message: FromVite) => {
  if (message.kind === 'stale') {
    isStale = true;
    return;
  }
  waiting.get(message.id)?.(message.answer);
  waiting.delete(message.id);
});

/** Gets a module from Vite. Shared rules and rows stay Node's own, so that the server has one table of each. */
function invoke(payload: Payload): Promise<Answer> {
  const url = fetchedUrl(payload);
  if (url?.startsWith('file:')) return Promise.resolve({ result: { externalize: url, type: 'module' } });
  return new Promise(resolve => {
    asked += 1;
    waiting.set(asked, resolve);
    process.send?.({ kind: 'invoke', id: asked, payload } satisfies FromServer);
  });
}

function fetchedUrl(payload: Payload): string | undefined {
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
    // A phone would keep pages and scripts as they were.
    wearWorker: null,
    viewBytes: { patient: 0, colleague: 0, model: 0 },
    font: null,
  };
}

async function loadRenderer() {
  runner.clearCache();
  const bundle = await runner.import<ServerBundle>('/web/entry-server.tsx');
  const { styles } = await runner.import<typeof import('./styles.ts')>('/infra/dev/styles.ts');
  return createRenderer(bundle, unbuilt(styles));
}

/** Opens pages that are rendered with the sources as they are at each request. */
export const openPages: OpenPages = async deps => api => {
  const dist = '/nowhere';
  const load = async () => pagesApp({ ...deps, renderer: await loadRenderer(), dist }, api);
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
  // Ahead of the first request.
  pages().catch((error: unknown) => console.error(error));
  return new Hono<ApiEnv>().all('*', async c => (await pages()).fetch(c.req.raw, c.env));
};

/** All page routes drawn as plain text, without a build. For tests of the code around pages. */
import type { OpenPages } from '../../services/main.ts';
import type { PageRenderer } from '../../services/pages/page-renderer.ts';
import { pagesApp } from '../../services/pages/pages.ts';

const renderer: PageRenderer = {
  built: {
    manifest: { routes: {} },
    stylesOf: () => ({ text: '', files: [] }),
    pageCss: '',
    pageScript: null,
    shareScript: null,
    wearScript: null,
    wearImports: [],
    wearWorker: null,
    font: null,
    viewBytes: { patient: 0, colleague: 0, model: 0 },
  },
  plain: ({ page }) => page,
  app: async request => new Response(new URL(request.url).pathname),
};

export const stubPages: OpenPages = async deps => api =>
  pagesApp({ ...deps, renderer, dist: '/nowhere' }, api);

/** A page renderer that returns the JSON of a page's props and request, for pages without a script. */
import type { PageRenderer } from '../page-renderer.ts';

export const jsonPageRenderer: PageRenderer = {
  built: {
    manifest: { routes: {} },
    stylesOf: () => ({ text: '', files: [] }),
    pageCss: '',
    pageScript: null,
    shareScript: null,
    wearScript: null,
    wearImports: [],
    wearWorker: null,
    viewBytes: { patient: 0, colleague: 0, model: 0 },
    font: null,
  },
  plain: (page, world) => JSON.stringify({ ...page, ...world }),
  app: async () => new Response('the app'),
};

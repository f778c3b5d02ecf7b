/** All page routes drawn as plain text, without a build. For tests of the code around pages. */

import type { PageRenderer } from '../../services/pages/page-renderer.ts';
import { createPagesApp } from '../../services/pages/pages.ts';
import { jsonPageRenderer } from '../../services/pages/testing/json-renderer.ts';
import type { OpenPages } from '../../services/start/http-service.ts';

const renderer: PageRenderer = {
  ...jsonPageRenderer,
  plain: ({ page }) => page,
  app: async request => new Response(new URL(request.url).pathname),
};

export const openStubPages: OpenPages = async deps => api =>
  createPagesApp({ ...deps, renderer, dist: '/nowhere' }, api);

/**
 * Pages as HTML. The only file that touches the router's server side, whose interface is marked experimental, and the
 * bundle that the build makes of web/.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { createElement } from 'react';
import type { AppRequest } from '#web/entry-server.tsx';
import type { PageContext } from '#web/pages/plain-document.tsx';
import type { PlainPage } from '#web/pages/render-page.tsx';
import type { NextMacrotask } from '../concurrency/macrotask-queue.ts';
import { type Built, readBuilt } from './assets.ts';

/** What the server renders with, as the build bundles it. */
export type Bundle = typeof import('#web/entry-server.tsx');

/** What a page of the app is drawn from; its styles are the build's. */
type PageRequest = Omit<AppRequest, 'stylesOf'>;

/** What a page is drawn with; `timeZone`: in which it tells times. */
export type PlainWorld = Omit<PageContext, 't' | 'css' | 'script' | 'imports' | 'font' | 'viewBytes'> & {
  timeZone: string;
};

export type Renderer = {
  built: Built;
  /**
   * A page of the app: its status, its headers and its HTML, or the redirect that a route asks for.
   * @param next a turn of the event loop, for drawing takes tens of milliseconds
   */
  app(request: Request, page: PageRequest, next?: NextMacrotask): Promise<Response>;
  /** A page that needs no script, as HTML. */
  plain(page: PlainPage, world: PlainWorld): string;
};

const missing = 'The pages are not built: run `npm run build` (or `npx vite build`) first.';

/** @param dist the folder of both builds @throws Error where they are missing */
export async function openRenderer(dist: string): Promise<Renderer> {
  const entry = join(dist, 'server', 'entry-server.js');
  if (!existsSync(entry)) throw new Error(missing);
  // The boundary: the build made this file of that module.
  const bundle = (await import(pathToFileURL(entry).href)) as Bundle;
  return createRenderer(bundle, readBuilt(join(dist, 'client'), bundle.routeIds));
}

export function createRenderer(bundle: Bundle, built: Built): Renderer {
  return {
    built,
    app: (request, page, next) => renderApp({ bundle, built, next }, request, page),
    plain: (page, { timeZone, ...world }) => {
      // As below: nothing is waited for between this and the page.
      bundle.setTimeZone(timeZone);
      const { pageCss: css, font, viewBytes } = built;
      const { t } = bundle.i18nOf(world.lang);
      const scripts = {
        script: scriptOf(built, page),
        imports: page.page === 'wear' ? built.wearImports : [],
      };
      return bundle.renderPage({ ...world, t, css, ...scripts, font, viewBytes }, page);
    },
  };
}

/** The one script of a page that has any. */
function scriptOf({ pageScript, shareScript, wearScript }: Built, { page }: PlainPage): string | null {
  if (page === 'login') return pageScript;
  if (page === 'wear') return wearScript;
  return page === 'share' || page === 'caseModel' ? shareScript : null;
}

async function renderApp(
  { bundle, built, next }: { bundle: Bundle; built: Built; next: NextMacrotask | undefined },
  request: Request,
  page: PageRequest,
): Promise<Response> {
  const { router, start, done } = bundle.prepareApp({ ...page, stylesOf: built.stylesOf });
  const handle = createRequestHandler({
    request,
    createRouter: () => router,
    getRouterManifest: () => built.manifest,
  });
  try {
    const answer = await handle(async ({ router: loaded, responseHeaders }) => {
      await next?.();
      // Rendering to a string waits for nothing, so the zone is this request's until it is done.
      bundle.setTimeZone(page.boot.timeZone);
      return renderRouterToString({
        router: loaded,
        responseHeaders,
        children: createElement(RouterServer, { router: loaded }),
      });
    });
    if (answer.status >= 300 && answer.status < 400) return answer;
    const html = await answer.text();
    const block = `<script type="application/json" id="start" nonce="${page.nonce}">${start()}</script>`;
    return new Response(withBlock(html, block), { status: answer.status, headers: answer.headers });
  } finally {
    done();
  }
}

/** The data stands at the end of the page: what is seen comes first. */
function withBlock(html: string, block: string): string {
  const at = html.lastIndexOf('</body>');
  return at < 0 ? html + block : html.slice(0, at) + block + html.slice(at);
}

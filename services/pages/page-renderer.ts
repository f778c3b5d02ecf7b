/**
 * Renders pages to HTML. The only file that uses the router's experimental server API and the server bundle
 * of web/.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { createElement } from 'react';
import type { AppRenderRequest } from '#web/entry-server.tsx';
import type { PageContext } from '#web/pages/plain-document.tsx';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { YieldMacrotask } from '../concurrency/macrotask-queue.ts';
import { type BuildFiles, readBuildFiles } from './assets.ts';

/** The bundle of web/ for server rendering. */
export type ServerBundle = typeof import('#web/entry-server.tsx');

/** Input of an app page. Its styles come from the build. */
type PageRequest = Omit<AppRenderRequest, 'stylesOf'>;

/** Context of a script-free page. `timeZone`: for displaying times. */
export type PlainPageContext = Omit<
  PageContext,
  't' | 'css' | 'script' | 'imports' | 'font' | 'viewBytes'
> & {
  timeZone: string;
};

export type PageRenderer = {
  built: BuildFiles;
  /**
   * Renders an app page. Returns status, headers and HTML, or a route's redirect.
   * @param next yields to the event loop, because rendering takes tens of milliseconds
   */
  app(request: Request, page: PageRequest, next?: YieldMacrotask): Promise<Response>;
  /** HTML of a script-free page. */
  plain(page: PlainPageWithProps, world: PlainPageContext): string;
};

const missing = 'The pages are not built. Run `npm run build` first.';

/** @param dist folder of both builds @throws Error if they are missing */
export async function openPageRenderer(dist: string): Promise<PageRenderer> {
  const entry = join(dist, 'server', 'entry-server.js');
  if (!existsSync(entry)) throw new Error(missing);
  // Cast: the build created this file from that module.
  const bundle = (await import(pathToFileURL(entry).href)) as ServerBundle;
  return createPageRenderer(bundle, readBuildFiles(join(dist, 'client'), bundle.routeIds));
}

export function createPageRenderer(bundle: ServerBundle, built: BuildFiles): PageRenderer {
  return {
    built,
    app: (request, page, next) => renderApp({ bundle, built, next }, request, page),
    plain: (page, { timeZone, ...world }) => {
      // No await may come between this line and the rendering, so that the time zone stays this request's.
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

/** Pages for signing in, which share a script. */
const signInPages: ReadonlySet<PlainPageWithProps['page']> = new Set([
  ...(['login', 'secondStep', 'secondFactor', 'firstStart', 'invitation'] as const),
  ...(['register', 'forgot', 'newPassword'] as const),
]);

/** The only script of a page, if any. */
function scriptOf(
  { pageScript, shareScript, wearScript }: BuildFiles,
  { page }: PlainPageWithProps,
): string | null {
  if (signInPages.has(page)) return pageScript;
  if (page === 'wear') return wearScript;
  return page === 'share' || page === 'caseModel' ? shareScript : null;
}

async function renderApp(
  { bundle, built, next }: { bundle: ServerBundle; built: BuildFiles; next: YieldMacrotask | undefined },
  request: Request,
  page: PageRequest,
): Promise<Response> {
  const { router, start, done } = bundle.prepareAppRender({ ...page, stylesOf: built.stylesOf });
  const handle = createRequestHandler({
    request,
    createRouter: () => router,
    getRouterManifest: () => built.manifest,
  });
  try {
    const answer = await handle(async ({ router: loaded, responseHeaders }) => {
      await next?.();
      // Rendering to a string is synchronous, so the zone stays this request's until it is done.
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

/** Puts the data at the end of the page, after the visible content. */
function withBlock(html: string, block: string): string {
  const at = html.lastIndexOf('</body>');
  return at < 0 ? html + block : html.slice(0, at) + block + html.slice(at);
}

/** The browser's files, and the service worker of a patient's page. */
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { serveAsset } from './assets.ts';
import { faviconSvg } from './icon.ts';
import type { PagesDeps } from './pages.ts';

export function addAssetRoutes(app: Hono<ApiEnv>, deps: PagesDeps): void {
  const [client, share] = [join(deps.dist, 'client'), join(deps.dist, 'share')];
  app.get('/assets/:name', async c => {
    const name = c.req.param('name');
    const { headers } = c.req.raw;
    const file = (await serveAsset(client, name, headers)) ?? (await serveAsset(share, name, headers));
    return file ?? c.text('404', 404, { 'Cache-Control': 'no-store' });
  });
  app.get('/favicon.svg', c =>
    c.body(faviconSvg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }),
  );
  app.get('/favicon.ico', c => c.redirect('/favicon.svg', 301));
  app.get('/robots.txt', c => c.text('User-agent: *\nDisallow: /\n'));
}

/**
 * Serves the service worker that caches a patient's page for offline use. Its address is fixed and is above the pages
 * that it caches. It must not be cached, because the browser fetches it at each visit.
 */
export async function serveWearWorker(c: ApiContext, { renderer, dist }: PagesDeps): Promise<Response> {
  const { wearWorker: name } = renderer.built;
  const file =
    name && (await serveAsset(join(dist, 'share'), name.replace('/assets/', ''), c.req.raw.headers));
  if (!file) return c.text('404', 404, { 'Cache-Control': 'no-store' });
  file.headers.set('Cache-Control', 'no-cache');
  return file;
}

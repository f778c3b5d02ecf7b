/** Opens the builds and creates the pages' application for main.ts. */
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { ApiEnv } from '../http/context.ts';
import { openPageRenderer } from './page-renderer.ts';
import { createPagesApp, type PagesDeps, type PagesParts } from './pages.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** @throws Error with a sentence for the operator, if the pages are not built */
export async function openPages(
  parts: PagesParts,
  dist = built,
): Promise<(api: Hono<ApiEnv>) => Hono<ApiEnv>> {
  const pages: PagesDeps = { ...parts, renderer: await openPageRenderer(dist), dist };
  return api => createPagesApp(pages, api);
}

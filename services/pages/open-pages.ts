/** The pages as main.ts wires them: the builds opened, and the application over them. */
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { ApiEnv } from '../http/context.ts';
import { type PagesDeps, type PagesParts, pagesApp } from './pages.ts';
import { openRenderer } from './render.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** @throws Error with a sentence where the pages are not built */
export async function openPages(
  parts: PagesParts,
  dist = built,
): Promise<(api: Hono<ApiEnv>) => Hono<ApiEnv>> {
  const pages: PagesDeps = { ...parts, renderer: await openRenderer(dist), dist };
  return api => pagesApp(pages, api);
}

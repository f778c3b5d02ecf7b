/**
 * Caches pages that are the same for everybody. Why: a clinic shares one address, so a limit on requests without a
 * session would lock out the whole clinic. Only the nonce differs between answers.
 */
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { Ids } from '../clock/clock.ts';
import type { PageRenderer, PlainPageContext } from './page-renderer.ts';

const KEPT = 200;
/** Maximum length of a cached address. Longer addresses rarely repeat, and would only fill the cache. */
const KEY_MOST = 1200;
const MINUTE_MS = 60_000;

/** True if a page is the same for everybody. A page with a typed name belongs to one person. */
const isAlike = (page: PlainPageWithProps) =>
  (page.page === 'login' && page.userName === '') || page.page === 'problem';

export function cachePlainPages(
  renderer: Pick<PageRenderer, 'plain'>,
  ids: Pick<Ids, 'bytes'>,
): PageRenderer['plain'] {
  // Placeholder for the nonce in cached pages. Random, so that no address or name can contain it.
  const mark = ids.bytes(16).toString('hex');
  const cached = new Map<string, string>();
  const keep = (key: string, text: string) => {
    if (cached.size >= KEPT) cached.delete(cached.keys().next().value ?? '');
    cached.set(key, text);
    return text;
  };
  return (page, world: PlainPageContext) => {
    if (!isAlike(page)) return renderer.plain(page, world);
    const { nonce, now, ...rest } = world;
    const minute = Math.floor(now / MINUTE_MS);
    const key = JSON.stringify([page, rest, minute]);
    if (key.length > KEY_MOST) return renderer.plain(page, world);
    const text = cached.get(key) ?? keep(key, renderer.plain(page, { ...rest, now, nonce: mark }));
    return text.replaceAll(mark, nonce);
  };
}

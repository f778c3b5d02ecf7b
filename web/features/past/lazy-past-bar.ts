/** The bar in a chunk of its own: most lists show the present. */
import { lazyRouteComponent } from '@tanstack/react-router';

export const LazyPastBar = lazyRouteComponent(() => import('./PastBar.tsx'), 'PastBar');

type Words = { loadNamespaces(name: string): Promise<unknown> };

/** Loads the bar and its texts before a page with a past moment renders. */
export const preloadPastBar = (words: Words): Promise<unknown> =>
  Promise.all([words.loadNamespaces('past'), LazyPastBar.preload?.()]);

import { analysisScreenIds } from '#events/analysis/screens.ts';
import { screenComponents } from './screen-components.ts';

/** Loads the chunk of a screen, so that it renders with the page. Does nothing for an unknown screen. */
export async function preloadScreen(asked: string | undefined): Promise<void> {
  const known = analysisScreenIds.find(id => id === asked);
  if (known) await screenComponents[known].preload?.();
}

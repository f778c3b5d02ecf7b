/** Runs a page's own script with hot replacement of modules and React components. */
// The preamble comes before React, which reports every component to it.
import '@vitejs/plugin-react/preamble';

const scripts: Record<string, () => Promise<unknown>> = {
  app: () => import('#web/entry-client.tsx'),
  page: () => import('#web/pages/page.client.ts'),
  share: () => import('#web/pages/share.client.ts'),
  wear: () => import('#web/pages/wear.client.ts'),
};

const layers = /^@layer [^{;]*;/;

/** @param page key of `scripts` @param styles style element that the server wrote into the page */
export async function runPageScript(page: string | null, styles: HTMLStyleElement | null): Promise<void> {
  // Removes the server's styles on an update: they would keep rules that the edit removed.
  import.meta.hot?.on('vite:beforeUpdate', () => {
    if (styles) styles.textContent = styles.textContent.match(layers)?.[0] ?? '';
  });
  await scripts[page ?? '']?.();
}

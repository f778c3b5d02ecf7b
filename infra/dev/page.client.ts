/** Runs a page's own script with hot replacement of modules and React components. */
// Before React: it tells the preamble of every component that it renders.
import '@vitejs/plugin-react/preamble';

const scripts: Record<string, () => Promise<unknown>> = {
  app: () => import('#web/entry-client.tsx'),
  page: () => import('#web/pages/page.client.ts'),
  share: () => import('#web/pages/share.client.ts'),
  wear: () => import('#web/pages/wear.client.ts'),
};

const layers = /^@layer [^{;]*;/;

/** @param page a name of the table above @param styles what the server wrote into the page */
export async function run(page: string | null, styles: HTMLStyleElement | null): Promise<void> {
  // The server's copy would keep rules that an edit removes.
  import.meta.hot?.on('vite:beforeUpdate', () => {
    if (styles) styles.textContent = styles.textContent.match(layers)?.[0] ?? '';
  });
  await scripts[page ?? '']?.();
}

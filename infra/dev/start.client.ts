/** The first script of every page under `npm run dev`: hands the page's nonce to Vite, then loads what uses Vite's client. */

/** Vite's client takes the nonce of the styles that it adds from this <meta>, once. Pages of the app have one. */
function nonceMeta(): HTMLElement {
  const written = document.querySelector<HTMLElement>('meta[property="csp-nonce"]');
  if (written) return written;
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  document.head.append(meta);
  return meta;
}

const styles = document.querySelector<HTMLStyleElement>('style[nonce]');
nonceMeta().nonce = styles?.nonce ?? '';
// Vite imports its client into every module that a page loads with hot replacement: later than here.
const { run } = await import('./page.client.ts');
await run(new URL(import.meta.url).searchParams.get('page'), styles);

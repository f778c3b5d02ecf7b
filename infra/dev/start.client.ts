/**
 * First script of every page in `npm run dev`: gives the page's nonce to Vite's client, then loads the page's
 * script.
 */

/**
 * Returns the <meta> from which Vite's client reads the nonce of its styles, once. Pages of the app already
 * have one.
 */
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
// A dynamic import: Vite adds its client to every module with hot replacement, and the client must load after
// the nonce is set.
const { runPageScript } = await import('./page.client.ts');
await runPageScript(new URL(import.meta.url).searchParams.get('page'), styles);

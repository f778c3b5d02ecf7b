/** The server under `npm run dev`: services/main.ts, with pages from the sources as Vite transforms them. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FromServer } from './protocol.ts';

const send = (message: FromServer) => process.send?.(message);

/** Vite's process is gone: this one follows, in order. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

let loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (found.url.startsWith('file:') && !found.url.includes('/node_modules/')) {
      // Together: a start resolves thousands of imports.
      if (loaded.length === 0) setImmediate(report);
      loaded.push(fileURLToPath(found.url));
    }
    return found;
  },
});

function report(): void {
  send({ kind: 'loaded', files: [...new Set(loaded)] });
  loaded = [];
}
// A start that fails names its files as well: it is tried again when one of them has changed.
process.on('exit', report);

const { runMain } = await import('../../services/main.ts');
const { openPages } = await import('./pages.ts');
runMain(openPages);

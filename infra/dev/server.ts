/** The server for `npm run dev`: services/main.ts with pages rendered from the sources. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ServerMessage } from './protocol.ts';

const send = (message: ServerMessage) => process.send?.(message);

/** Stops gracefully when Vite's process has ended. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

let loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (found.url.startsWith('file:') && !found.url.includes('/node_modules/')) {
      // Reports loaded files in batches, because a start resolves thousands of imports.
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
// A failed start also reports its files, so that a change of one of them retries it.
process.on('exit', report);

const { runMain } = await import('../../services/main.ts');
const { openDevPages } = await import('./pages.ts');
runMain(openDevPages);

/**
 * `npm run dev` serves the demo from the sources, with reload. Vite's process answers at one address,
 * hot-replaces browser modules, and proxies everything else to the server's process, which it restarts when
 * server sources change.
 */
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { repositoryRoot } from '../setup/install.mjs';
import { freePort } from '../testing/ports.ts';
import { startDevServer } from './child.ts';
import { createDevelopmentPlugin } from './vite-plugin.ts';

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const address = `http://${host}:${port}`;
const passed = '^/(?!@|(?:node_modules|web|events|projections|workers|infra)/)';
/** Debounce, because editors write several files at once, and one file in several steps. */
const DEBOUNCE_MS = 80;

process.chdir(repositoryRoot);
process.env.NODE_ENV ||= 'development';
const inner = await freePort();
const target = `http://127.0.0.1:${inner}`;

let vite: ViteDevServer | undefined;
const server = startDevServer(
  { ...process.env, HOST: '127.0.0.1', PORT: String(inner), PUBLIC_URL: process.env.PUBLIC_URL || address },
  async payload => (await opened).environments.ssr.hot.handleInvoke(payload),
);

const opened = createServer({
  configFile: join(repositoryRoot, 'vite.config.ts'),
  appType: 'custom',
  cacheDir: 'node_modules/.cache/vite-dev',
  plugins: [createDevelopmentPlugin({ ready: server.ready, passed: new RegExp(passed) })],
  server: {
    host,
    port,
    strictPort: true,
    watch: { ignored: ['data', 'dist', 'test-results'].map(name => `${repositoryRoot}/${name}/**`) },
    proxy: {
      '/socket.io': { target, ws: true },
      // Everything except sources and Vite's own files.
      [passed]: { target },
    },
  },
});

/** Restarts the server after changes to its sources, and reloads pages that Vite has not updated itself. */
function watch({ watcher, environments }: ViteDevServer): void {
  let timer: NodeJS.Timeout | undefined;
  let isInBrowserToo = false;
  const restart = async () => {
    const reload = !isInBrowserToo;
    isInBrowserToo = false;
    console.log('Restarting the server …');
    server.restart();
    if ((await server.ready()) && reload) environments.client.hot.send({ type: 'full-reload' });
  };
  watcher.on('all', (_event, file) => {
    if (!server.hasLoaded(file)) return server.refresh();
    if (environments.client.moduleGraph.getModulesByFile(file)?.size) isInBrowserToo = true;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), DEBOUNCE_MS);
  });
}

let isStopping = false;
/** Ignores a second signal: a terminal and npm may both deliver one Ctrl-C. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([server.stop(), vite?.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

async function main(): Promise<void> {
  vite = await opened;
  watch(vite);
  await vite.listen();
  if (await server.ready()) console.log(`Archline is ready at ${address} and reloads changed files`);
}

main().catch(async (error: unknown) => {
  console.error(error);
  await server.stop();
  process.exit(1);
});

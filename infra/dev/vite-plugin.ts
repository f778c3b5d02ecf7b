/** Vite plugin with the settings that only development needs. Build settings are in vite.config.ts. */
import type { ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { repositoryRoot } from '../setup/install.mjs';
import type { DevServer } from './child.ts';

/** Modules that Node loads itself on the server, so that each has one instance. */
const shared = /^#(?:events|projections|services)\//;

/** @param passed addresses that the server answers */
export function createDevelopmentPlugin({
  ready,
  passed,
}: Pick<DevServer, 'ready'> & { passed: RegExp }): Plugin {
  return {
    name: 'archline-development',
    enforce: 'pre',
    config: config => {
      // These environments build the same sources for other pages. In development one server serves all of
      // them.
      delete config.environments?.plain;
      delete config.environments?.share;
      const { ssr } = config.environments ?? {};
      // Nothing is bundled, so Node loads packages itself.
      if (ssr) ssr.resolve = { external: true };
      return {
        optimizeDeps: {
          entries: ['infra/dev/start.client.ts', 'web/**/*.{ts,tsx}', 'workers/**/*.ts'],
        },
      };
    },
    resolveId: {
      filter: { id: shared },
      handler(id) {
        if (this.environment.name !== 'ssr') return null;
        return { id: pathToFileURL(`${repositoryRoot}/${id.slice(1)}`).href, external: true };
      },
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(async (request, response: ServerResponse, next) => {
        if (!passed.test(request.url ?? '') || (await ready())) return next();
        response
          .writeHead(503, { 'Content-Type': 'text/plain' })
          .end('The server has exited. See the terminal.\n');
      });
    },
  };
}

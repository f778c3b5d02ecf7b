/**
 * Two builds of the same pages: what the browser loads (dist/client, hashed and compressed) and what the server renders
 * with (dist/server). `npx vite build` makes both.
 */
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './services/pages/precompress.ts';

/** Writes a .br and a .gz beside every text file of the browser's build, once, so that no request has to. */
function precompressed(): Plugin {
  return {
    name: 'archline-precompress',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    writeBundle: options => precompress(options.dir ?? 'dist/client'),
  };
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'web/routes',
      generatedRouteTree: 'web/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    // Otherwise thirty languages of react-aria travel along.
    { ...optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }), enforce: 'pre' },
    precompressed(),
  ],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            app: 'web/entry-client.tsx',
            page: 'web/pages/page.client.ts',
            styles: 'web/pages/styles.ts',
          },
          // styles.ts only names the script-free pages so that their css is built: it keeps its exports.
          preserveEntrySignatures: 'allow-extension',
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emitAssets: false,
        minify: false,
        rolldownOptions: {
          input: 'web/entry-server.tsx',
          // Left as they are, so that the server has one Refusal and one table of each thing.
          external: [/^#events\//, /^#projections\//, /^#services\//],
        },
      },
      // Bundled, or the icons alone would be fifteen hundred files to read at every start.
      resolve: {
        noExternal: true,
        external: [
          'react',
          'react-dom',
          'react/jsx-runtime',
          '@tanstack/react-router',
          '@tanstack/router-core',
          'i18next',
        ],
      },
    },
  },
  builder: {},
});

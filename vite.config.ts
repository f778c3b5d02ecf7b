/**
 * Builds of the pages: scripts and styles for the browser (dist/client, hashed and compressed; dist/share for
 * pages opened by a link) and the renderer of the server (dist/server). `npx vite build` creates all of them.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompressFiles } from './services/pages/precompress.ts';

/** Compresses every text file of the browser's build to .br and .gz once, so that no request compresses. */
function precompressed(): Plugin {
  return {
    name: 'archline-precompress',
    apply: 'build',
    applyToEnvironment: environment => ['client', 'share'].includes(environment.name),
    writeBundle: options => precompressFiles(options.dir ?? 'dist/client'),
  };
}

/**
 * Unused shaders of three: whole programs, recognised by their definitions, and parts of the used programs behind
 * an `#ifdef` that is never set (shadows, environment maps, glass, morphing).
 */
const unusedPrograms =
  /#define (?:LAMBERT|MATCAP|NORMAL|PHONG|TOON|DISTANCE)|uniform float (?:rotation|dashSize|lineDistance|scale|backgroundIntensity|backgroundBlurriness)|tEquirect|samplerCube tCube|DEPTH_PACKING/;
const unusedParts =
  /^(?:transmission|iridescence|clearcoat|cube_uv|shadowmap|shadowmask|bumpmap|displacementmap|lightmap|aomap|envmap|gradientmap|lights_(?:toon|phong|lambert)|morph|fog|alphahash)/;

/**
 * Removes unused shaders, so that the 3D viewer stays within its budget (UI.md 4). Tree shaking cannot remove them,
 * because they are texts in one table.
 */
function leanShaders(): Plugin {
  return {
    name: 'archline-lean-shaders',
    transform(code, id) {
      if (!/node_modules\/three\/build\/three\.(module|core)\.js/.test(id)) return null;
      return code.replace(
        /^((?:var|const) (\w+)(?:\$\w+)? = ")(.*)(";)$/gm,
        (line, before: string, name: string, text: string, after: string) => {
          const program = name === 'vertex' || name === 'fragment';
          if (program ? unusedPrograms.test(text) : unusedParts.test(name)) return before + after;
          return /\\n/.test(text) ? before + text.replace(/\\n(?:\\t)+/g, '\\n') + after : line;
        },
      );
    },
  };
}

/** Keeps only the Gregorian calendar: the bundle would include the tables of eleven other calendars. */
function oneCalendar(): Plugin {
  const id = '\0archline-one-calendar';
  return {
    name: 'archline-one-calendar',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.includes('@internationalized/date') && /\/createCalendar\.mjs$/.test(source) ? id : null,
    load: asked =>
      asked === id
        ? `import { GregorianCalendar } from '@internationalized/date';
export const createCalendar = () => new GregorianCalendar();`
        : null,
  };
}

/**
 * Tells the modules of some files, given by their folder and their names without extension; styles of the same name
 * belong to them. @throws Error for a name without a file: a renamed file would silently get a chunk of its own
 */
function modulesOf(folders: Record<string, readonly string[]>): (id: string) => boolean {
  const stems = new Set(
    Object.entries(folders).flatMap(([folder, names]) =>
      names.map(name => {
        const stem = fileURLToPath(new URL(`${folder}/${name}`, import.meta.url));
        if (!['.ts', '.tsx'].some(extension => existsSync(stem + extension)))
          throw new Error(`vite.config.ts names ${folder}/${name}, which does not exist`);
        return stem;
      }),
    ),
  );
  return id => stems.has(id.slice(0, id.indexOf('.', id.lastIndexOf('/'))));
}

/** UI components that load react-aria only when they are opened. Most screens use most of them. */
const kit = modulesOf({
  'web/ui': [
    ...[
      'arch',
      'arch-progress',
      'avatar',
      'banner',
      'button',
      'button-class',
      'chip',
      'dialog',
      'empty-state',
    ],
    ...[
      'field',
      'filter-chips',
      'icon-button',
      'is-typing',
      'kbd',
      'link-button',
      'menu',
      'pagination',
      'panel',
      'segmented',
    ],
    ...['skeleton', 'tab-links', 'timeline', 'tooltip', 'updates-pill'],
  ],
});

/** Small modules that the shell shares with screens, and the modules of lists and workbench. */
const shell = modulesOf({
  'web/lib': ['act', 'chat-dock', 'now', 'single-keys', 'stage-text', 'socket'],
  'web/features/chat': ['ChatButton', 'ChatDockLoading'],
  'web/features/shell': ['navigation-bar', 'nav', 'shortcuts', 'LiveConnectionDot'],
  'web/features/action': ['ActionButtons', 'ActionHost', 'choose-actions'],
  'web/features/actionForm': ['action-host', 'destructive-actions', 'keep-focus-near'],
  'web/case': ['CaseStatus', 'event-line'],
  'web/features/notice': ['notifications-on'],
  'web/features/desk': ['couriers'],
  'web/ui': ['search-field'],
  'events/desk': ['courier-name'],
});
const shellPackages =
  /lucide-react\/dist\/esm\/icons\/(arrow-up|circle-pause|external-link|eye|eye-off|languages|messages-square|plus|rotate-ccw|truck)\.|node_modules\/(react-i18next|@tanstack\/react-query)\//;

/** Form fields, and modules shared by the wizard's steps. Each step prefetches the others. */
const fields = modulesOf({
  'web/ui': [
    ...[
      'aria-field',
      'checkbox',
      'copy-button',
      'disclosure',
      'file-drop',
      'radio-group',
      'select',
      'submit-dialog',
      'text-area',
    ],
    ...['text-field', 'toggle-cards'],
  ],
  'web/lib': ['useEditorShortcuts'],
  'events/case': ['draft', 'sections'],
});
const wizard = /\/web\/features\/(?:prescription|wizard)\/(?!CropDialog|NameDialog|\w+Step\.|\w+Sheet\.)/;

/**
 * Groups of chunks: two files with the code of every page, one with the UI components and one with the forms. A file
 * for each small module would cost more requests and compress worse. Screens, dialogs and react-aria have their own
 * files.
 */
const chunks = [
  // Used by the sign-in page's script, which loads no other library, and by one tab of the account.
  { name: 'passkey', test: /node_modules\/@simplewebauthn\//, priority: 5 },
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 3 },
  // The script of the sign-in page also writes cookies, and must not load the whole `start` chunk.
  { name: 'cookie', test: /\/web\/lib\/cookie\./, priority: 4 },
  // Used by the sign-in page's script, and by forms and uploads of the app.
  { name: 'errors', test: /\/events\/errors\./, priority: 4 },
  { name: 'start', test: /\/web\/(?!i18n|pages)/, tags: ['$initial' as const], priority: 2 },
  { name: 'kit', test: (id: string) => kit(id) || shell(id) || shellPackages.test(id), priority: 1 },
  { name: 'form', test: (id: string) => fields(id) || wizard.test(id), priority: 1 },
];

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
    // Removes the thirty other languages of react-aria from the bundle.
    { ...optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }), enforce: 'pre' },
    oneCalendar(),
    leanShaders(),
    precompressed(),
  ],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Lists only stylesheets, which must load before their chunk. A list of all dependencies of the later chunks
        // would be a tenth of the first script.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_url, deps, { hostType }) =>
            hostType === 'js' ? deps.filter(file => file.endsWith('.css')) : deps,
        },
        rolldownOptions: {
          input: { app: 'web/entry-client.tsx', page: 'web/pages/page.client.ts' },
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
    // The pages without scripts, built only for their CSS, which the server writes into them.
    plain: {
      consumer: 'client',
      build: {
        outDir: 'dist/plain',
        manifest: true,
        cssCodeSplit: false,
        rolldownOptions: {
          input: { styles: 'web/pages/styles.ts' },
          // The entry only re-exports the pages, so its exports must be kept.
          preserveEntrySignatures: 'allow-extension',
        },
      },
    },
    // Scripts of the pages opened by a link. They include no part of the app, which needs a session.
    share: {
      consumer: 'client',
      build: {
        outDir: 'dist/share',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            share: 'web/pages/share.client.ts',
            wear: 'web/pages/wear.client.ts',
            wearWorker: 'web/pages/wear-worker.ts',
          },
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
          // Not bundled, so that the server has only one Refusal class and one copy of each table.
          external: [/^#events\//, /^#projections\//, /^#services\//],
        },
      },
      // Bundles packages: the icons alone would be fifteen hundred files to read at every start.
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

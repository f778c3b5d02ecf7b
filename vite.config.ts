/**
 * Builds of the same pages: what the browser loads (dist/client, hashed and compressed; dist/share for what a link
 * opens) and what the server renders with (dist/server). `npx vite build` makes them all.
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
    applyToEnvironment: environment => ['client', 'share'].includes(environment.name),
    writeBundle: options => precompress(options.dir ?? 'dist/client'),
  };
}

/**
 * What of three's shaders nothing here draws with: whole programs by what they define, and parts of the ones that stay,
 * each behind an `#ifdef` of something that is never switched on (shadows, environment maps, glass, morphing).
 */
const unusedPrograms =
  /#define (?:LAMBERT|MATCAP|NORMAL|PHONG|TOON|DISTANCE)|uniform float (?:rotation|dashSize|lineDistance|scale|backgroundIntensity|backgroundBlurriness)|tEquirect|samplerCube tCube|DEPTH_PACKING/;
const unusedParts =
  /^(?:transmission|iridescence|clearcoat|cube_uv|shadowmap|shadowmask|bumpmap|displacementmap|lightmap|aomap|envmap|gradientmap|lights_(?:toon|phong|lambert)|morph|fog|alphahash)/;

/** The 3D viewer fits its budget (UI.md 4): three cannot be shaken, its shaders are texts in one table. */
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

/** Dates are Gregorian here, in both languages: otherwise the tables of eleven other calendars travel along. */
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

/** Parts of the kit that need no react-aria until they are opened: most screens use most of them. */
const kit =
  /\/web\/ui\/(arch|arch-progress|avatar|banner|button|button-class|chip|dialog|empty-state|field|filter-chips|icon-button|kbd|link-button|menu|pagination|panel|segmented|skeleton|tab-links|timeline|tooltip|updates-pill)\./;

/** Small parts of the shell that screens share with it, its icons, and what lists and workbench are drawn with. */
const shell =
  /\/web\/(lib\/(act|now|single-keys|stage-text|socket)|features\/(chat\/chat-dock|shell\/(navigation-bar|nav)|action\/(ActionButtons|ActionHost|choose-actions)|case\/(CaseStatus|event-line)|notice\/notifications-on|desk\/couriers|shell\/LiveDot)|ui\/search-field)\.tsx?|\/events\/desk\/courier-name\.|lucide-react\/dist\/esm\/icons\/(arrow-up|circle-pause|external-link|eye-off|languages|messages-square|plus|rotate-ccw|truck)\.|node_modules\/(react-i18next|@tanstack\/react-query)\//;

/** The fields of forms, and what the wizard's steps share: each step fetches the others ahead. */
const form =
  /\/web\/ui\/(aria-field|checkbox|copy-button|disclosure|file-drop|radio-group|select|text-area|text-field|toggle-cards)\.|\/web\/features\/wizard\/(?!CropDialog|NameDialog|\w+Step\.|\w+Sheet\.)|\/events\/case\/(draft|sections)\./;

/**
 * The code of every page in two files, and the kit and the forms in one each: a file for each small part costs more in
 * requests and in compression than it saves. Screens, dialogs and react-aria stay files of their own.
 */
const chunks = [
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 3 },
  // The sign-in page's one script writes cookies too, and must not bring the whole start with it.
  { name: 'cookie', test: /\/web\/lib\/cookie\./, priority: 4 },
  { name: 'start', test: /\/web\/(?!i18n|pages)/, tags: ['$initial' as const], priority: 2 },
  { name: 'kit', test: (id: string) => kit.test(id) || shell.test(id), priority: 1 },
  { name: 'form', test: form, priority: 1 },
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
    // Otherwise thirty languages of react-aria travel along.
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
        // The list of what each later chunk needs would be a tenth of the first script; styles alone have to be there before.
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
    // The script-free pages for their css alone: the server writes it into them.
    plain: {
      consumer: 'client',
      build: {
        outDir: 'dist/plain',
        manifest: true,
        cssCodeSplit: false,
        rolldownOptions: {
          input: { styles: 'web/pages/styles.ts' },
          // It only names the pages, so it must keep its exports.
          preserveEntrySignatures: 'allow-extension',
        },
      },
    },
    // What a shared page runs, with nothing of the app: whoever opens a link has no session to start it with.
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

/** The build's files for the browser: the chunks of each route, and immutable compressed assets. */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ServerManifest } from '@tanstack/router-core';
import type { ShapeAudience } from '#events/share/events.ts';
import type { PageStyles } from '#web/router.tsx';
import { workerSecurityPolicy } from './headers.ts';

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean; assets?: string[] };
type Chunks = Record<string, Chunk>;

export type BuildFiles = {
  /** Scripts and styles by route, in the router's format. */
  manifest: ServerManifest;
  /** Styles of routes, outer routes first. */
  stylesOf: (routeIds: readonly string[]) => PageStyles;
  /** Styles of the script-free pages, as text. */
  pageCss: string;
  pageScript: string | null;
  shareScript: string | null;
  wearScript: string | null;
  /** Imports of the wear page's script. The page lists them, so that a phone caches all of them. */
  wearImports: readonly string[];
  /** Service worker that caches the patient's page on the phone. */
  wearWorker: string | null;
  /** Compressed bytes that each 3D view of a shared page loads. */
  viewBytes: Readonly<Record<ShapeAudience, number>>;
  font: string | null;
};

/** Returns a chunk and all chunks that it imports. */
function closure(chunks: Chunks, key: string, seen = new Set<string>()): Chunk[] {
  const chunk = chunks[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [chunk, ...(chunk.imports ?? []).flatMap(next => closure(chunks, next, seen))];
}

const filesOf = (list: Chunk[]) => [...new Set(list.map(chunk => `/${chunk.file}`))];
const stylesOf = (list: Chunk[]) => [
  ...new Set(list.flatMap(chunk => chunk.css ?? []).map(file => `/${file}`)),
];

/** The key of a route's own chunk is its file with a query (`…/_app.workbench.tsx?tsr-split=component`). */
const splitOf = (chunks: Chunks, route: string) =>
  Object.keys(chunks).filter(key => key.startsWith(`web/routes/${route}.tsx?`) && key.includes('component'));

function routesOf(chunks: Chunks, ids: readonly string[]): ServerManifest['routes'] {
  const entry = closure(chunks, 'web/entry-client.tsx');
  const [main] = entry;
  const root = {
    preloads: filesOf(entry),
    css: stylesOf(entry),
    scripts: main ? [{ attrs: { type: 'module', src: `/${main.file}` } }] : [],
  };
  const have = new Set([...root.preloads, ...root.css]);
  const routes: ServerManifest['routes'] = { __root__: root };
  // Outer routes come first, because the page loads their chunks anyway, so they need not be listed again.
  const inner = ids.filter(id => id !== '__root__').sort((a, b) => a.length - b.length);
  for (const id of inner) {
    const list = splitOf(chunks, id.replace(/^\//, '').replaceAll('/', '.')).flatMap(key =>
      closure(chunks, key),
    );
    const news = (files: string[]) => files.filter(file => !have.has(file));
    routes[id] = { preloads: news(filesOf(list)), css: news(stylesOf(list)) };
    if (id === '/_app') for (const file of [...filesOf(list), ...stylesOf(list)]) have.add(file);
  }
  return routes;
}

/**
 * Moves the styles out of the routes and returns them as text, to be inlined: the page then renders without
 * waiting for style files. The router's own option (`inlineCss`) does not survive hydration.
 */
function takeStyles(dir: string, routes: ServerManifest['routes']): BuildFiles['stylesOf'] {
  const taken = new Map<string, PageStyles>();
  for (const [id, route] of Object.entries(routes)) {
    const files = (route.css ?? []).map(String);
    const text = files.map(file => readFileSync(join(dir, file), 'utf8')).join('\n');
    taken.set(id, { text, files });
    route.css = [];
  }
  return ids => {
    const found = ids.flatMap(id => taken.get(id) ?? []);
    return { text: found.map(({ text }) => text).join('\n'), files: found.flatMap(({ files }) => files) };
  };
}

/**
 * `everyView`: chunks that web/pages/share.client.ts loads for every 3D view. `viewChunks`: further chunks by kind of
 * view. The worker is a separate asset.
 */
const everyView = ['web/pages/share.client.ts', 'web/features/share/mount.tsx', 'web/i18n/en/viewer.json'];
const viewChunks: Record<ShapeAudience, readonly string[]> = {
  patient: ['web/features/share/patient-view.ts', 'web/features/share/PatientControls.tsx'],
  colleague: [
    'web/features/share/SharedPlanView.tsx',
    'web/features/viewer/scene/PlanCanvas.tsx',
    'web/i18n/en/rx.json',
  ],
  model: ['web/features/share/ModelView.tsx', 'web/i18n/en/file.json'],
};

function viewBytesOf(dir: string, chunks: Chunks): BuildFiles['viewBytes'] {
  const sizeOf = (file: string) =>
    (statSync(join(dir, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(dir, file))).size;
  const bytesOf = (own: readonly string[]) => {
    const list = [...everyView, ...own].flatMap(key => closure(chunks, key));
    const files = new Set(list.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
    return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  };
  return {
    patient: bytesOf(viewChunks.patient),
    colleague: bytesOf(viewChunks.colleague),
    model: bytesOf(viewChunks.model),
  };
}

/** Reads the build's manifests. @param dir dist/client @throws Error if there is no build */
export function readBuildFiles(dir: string, routeIds: readonly string[]): BuildFiles {
  const chunks: Chunks = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8'));
  const plain: Chunks = JSON.parse(readFileSync(join(dir, '..', 'plain', '.vite', 'manifest.json'), 'utf8'));
  const styles = Object.values(plain).find(chunk => chunk.file.endsWith('.css'));
  const routes = routesOf(chunks, routeIds);
  const font = Object.values(chunks).find(chunk => chunk.file.endsWith('.woff2'));
  const shared: Chunks = JSON.parse(readFileSync(join(dir, '..', 'share', '.vite', 'manifest.json'), 'utf8'));
  const scriptOf = (from: Chunks, name: string) => {
    const script = from[`web/pages/${name}.client.ts`] ?? from[`web/pages/${name}.ts`];
    return script ? `/${script.file}` : null;
  };
  return {
    stylesOf: takeStyles(dir, routes),
    manifest: { routes },
    pageCss: styles ? readFileSync(join(dir, '..', 'plain', styles.file), 'utf8') : '',
    pageScript: scriptOf(chunks, 'page'),
    shareScript: scriptOf(shared, 'share'),
    wearScript: scriptOf(shared, 'wear'),
    wearImports: filesOf(closure(shared, 'web/pages/wear.client.ts').slice(1)),
    wearWorker: scriptOf(shared, 'wear-worker'),
    viewBytes: viewBytesOf(join(dir, '..', 'share'), shared),
    font: font ? `/${font.file}` : null,
  };
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

async function compressed(
  file: string,
  accepted: string,
): Promise<{ bytes: Buffer; coding?: string } | undefined> {
  for (const [coding, ending] of codings) {
    if (!accepted.includes(coding)) continue;
    const bytes = await readFile(file + ending).catch(() => undefined);
    if (bytes) return { bytes, coding };
  }
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { bytes };
}

/** Answers with a file of dist/client/assets by its hashed name; undefined if there is none. */
export async function serveAsset(dir: string, name: string, headers: Headers): Promise<Response | undefined> {
  const type = types[extname(name)];
  // Accepts only a plain file name: no folder, no dot file, no compressed variant.
  if (!type || !/^\w[\w.~-]*$/.test(name)) return undefined;
  const found = await compressed(join(dir, 'assets', name), headers.get('accept-encoding') ?? '');
  if (!found) return undefined;
  const { bytes, coding } = found;
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(type === types['.js'] ? { 'Content-Security-Policy': workerSecurityPolicy } : {}),
      ...(coding ? { 'Content-Encoding': coding } : {}),
    },
  });
}

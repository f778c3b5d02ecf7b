/** Rules of the house that no linter knows: names of files, arrows between features, zod. Pure: files in, sentences out. */
import { basename, dirname, extname, join } from 'node:path/posix';

export type SourceFile = { path: string; text: string };

/** Words with several meanings, or none, in the name of a file. The style page says what to write instead. */
const banned: ReadonlySet<string> = new Set([
  'aside',
  'away',
  'beside',
  'course',
  'locks',
  'places',
  'pours',
  'side',
  'told',
  'turns',
  'way',
]);

/** The words of a file's name: `useLogScroll.ts` → use, log, scroll. */
const wordsOf = (path: string): string[] => {
  const [stem = ''] = basename(path).split('.');
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
};

/** @param exceptions names to be changed later. An exception that no file needs is reported, so that the list shrinks */
export function bannedNames(paths: readonly string[], exceptions: readonly string[]): string[] {
  const code = paths.filter(path => /\.(?:tsx?|m?js)$/.test(path));
  const names = new Set(code.map(path => basename(path)));
  const wrong = code.flatMap(path => {
    const word = wordsOf(path).find(one => banned.has(one));
    return word && !exceptions.includes(basename(path))
      ? [`${path}: "${word}" says nothing in a file's name`]
      : [];
  });
  return [...wrong, ...stale(exceptions, name => names.has(name))];
}

const stale = (exceptions: readonly string[], isNeeded: (exception: string) => boolean): string[] =>
  exceptions.filter(one => !isNeeded(one)).map(one => `${one}: remove this exception, nothing needs it`);

/** What a file imports, as written. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => name ?? []);

/** Full zod bundles to 77 KiB, mini to 8. */
export const fullZod = (files: readonly SourceFile[], exceptions: readonly string[]): string[] => [
  ...files
    .filter(({ path, text }) => !exceptions.includes(path) && importsOf(text).includes('zod'))
    .map(({ path }) => `${path}: import from zod/mini`),
  ...stale(exceptions, path =>
    files.some(file => file.path === path && importsOf(file.text).includes('zod')),
  ),
];

const FEATURES = 'web/features/';
const featureOf = (path: string): string | undefined =>
  path.startsWith(FEATURES) ? path.slice(FEATURES.length).split('/')[0] : undefined;

function targetOf(path: string, imported: string): string | undefined {
  if (imported.startsWith('.')) return featureOf(join(dirname(path), imported));
  return imported.startsWith('#') ? featureOf(imported.slice(1)) : undefined;
}

/** @param allowed features that each feature may import; an arrow that nothing draws any more is named too */
export function featureArrows(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  const drawn = new Set<string>();
  const wrong = files.flatMap(({ path, text }) => {
    const from = featureOf(path);
    if (!from || /\.test\.tsx?$/.test(path) || !/\.tsx?$/.test(extname(path))) return [];
    return importsOf(text).flatMap(imported => {
      const to = targetOf(path, imported);
      if (!to || to === from) return [];
      drawn.add(`${from} → ${to}`);
      return allowed[from]?.includes(to)
        ? []
        : [`${path}: ${from} may not import ${to} (infra/suite/house/lists.ts)`];
    });
  });
  const arrows = Object.entries(allowed).flatMap(([from, tos]) => tos.map(to => `${from} → ${to}`));
  return [...wrong, ...stale(arrows, arrow => drawn.has(arrow))];
}

/**
 * House rules that no linter checks: file names, imports between features, zod. Pure functions from files to
 * error messages.
 */
import { basename, dirname, extname, join } from 'node:path/posix';

export type SourceFile = { path: string; text: string };

/** Ambiguous or empty words that a file name must not contain. STYLE.md lists alternatives. */
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

/** Words of a file name: `useLogScroll.ts` → use, log, scroll. */
const wordsOf = (path: string): string[] => {
  const [stem = ''] = basename(path).split('.');
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
};

/** @param exceptions file names to be renamed later; an exception that no file needs is also reported */
export function checkFileNames(paths: readonly string[], exceptions: readonly string[]): string[] {
  const code = paths.filter(path => /\.(?:tsx?|m?js)$/.test(path));
  const names = new Set(code.map(path => basename(path)));
  const wrong = code.flatMap(path => {
    const word = wordsOf(path).find(one => banned.has(one));
    return word && !exceptions.includes(basename(path))
      ? [`${path}: "${word}" is too vague for a file name`]
      : [];
  });
  return [...wrong, ...stale(exceptions, name => names.has(name))];
}

const stale = (exceptions: readonly string[], isNeeded: (exception: string) => boolean): string[] =>
  exceptions.filter(one => !isNeeded(one)).map(one => `${one}: remove this exception: it is not needed`);

/** Import specifiers of a file. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => name ?? []);

/** Rejects imports of full zod, which adds 77 KiB to a bundle; zod/mini adds 8. */
export const checkZodImports = (files: readonly SourceFile[], exceptions: readonly string[]): string[] => [
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

/**
 * Rejects undeclared imports between features. @param allowed features that each feature may import; unused
 * entries are also reported
 */
export function checkFeatureImports(
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
